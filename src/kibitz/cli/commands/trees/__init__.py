"""Commands for cards, trees and time."""
