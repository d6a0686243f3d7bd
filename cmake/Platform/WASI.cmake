# Known to newer versions of CMake. There is nothing to say.
