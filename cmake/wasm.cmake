# Toolchain of the WebAssembly build: Debian's clang, lld and wasi-libc (scripts/setup wasm).

list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT "")
# Optimized as one file: feeder takes 0.73, cards 0.81 of the time; bits are the same.
set(CMAKE_C_FLAGS_INIT "-msimd128 -mbulk-memory -flto")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-flto -Wl,--lto-O3")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_INSTALL_LIBDIR lib) # nobody knows one for this machine
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE NEVER)
set(HOLDFAST_WITH_HDF5 OFF CACHE BOOL "" FORCE) # that of the machine that builds is no use
