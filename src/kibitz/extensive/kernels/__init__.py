"""Inner loops over trees and rules."""
