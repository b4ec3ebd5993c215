"""C on the native core: gcc and clang."""
