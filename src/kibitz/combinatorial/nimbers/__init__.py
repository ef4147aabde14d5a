"""The arithmetic of nimbers and of ordinals."""
