# What others wrote. Everything can be left out, one by one, and the message says what goes missing. There is no BLAS or LAPACK among it: dense linear algebra is
# our own (src/linalg/dense), as fast where a step needs it, and with the same bits on every machine. Benchmarks compare with LAPACK (bench/peers).

add_library(holdfast_dependencies INTERFACE)

set(HOLDFAST_STATIC_LIBRARIES "") # what a program must link beside the static library

if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI") # has none: viewer/wasm/missing
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
  target_link_libraries(holdfast_dependencies INTERFACE Threads::Threads)
endif()

option(HOLDFAST_WITH_MPI "Sweeps over several machines (mpirun holdfast sweep), by MPI" OFF)
option(HOLDFAST_WITH_HDF5 "FCLIB problem files and recordings, by HDF5" ON)

set(HOLDFAST_HAS_HDF5 OFF)
if(HOLDFAST_WITH_HDF5)
  find_package(HDF5 QUIET COMPONENTS C)
  if(HDF5_FOUND)
    set(HOLDFAST_HAS_HDF5 ON)
    target_compile_definitions(holdfast_dependencies INTERFACE HF_HAS_HDF5=1)
    target_include_directories(holdfast_dependencies SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
    target_link_libraries(holdfast_dependencies INTERFACE ${HDF5_LIBRARIES})
    list(PREPEND HOLDFAST_STATIC_LIBRARIES ${HDF5_LIBRARIES})
  else()
    message(NOTICE "HDF5 not found: no FCLIB problem files and no recordings; pages and CSV files are written all the same (package libhdf5-dev)")
  endif()
endif()

if(CMAKE_THREAD_LIBS_INIT)
  list(APPEND HOLDFAST_STATIC_LIBRARIES ${CMAKE_THREAD_LIBS_INIT})
endif()
list(APPEND HOLDFAST_STATIC_LIBRARIES m)
