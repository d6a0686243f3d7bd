# What others wrote. BLAS and LAPACK are needed; the rest can be left out one by one, and the message says what goes missing.

add_library(holdfast_dependencies INTERFACE)

find_package(LAPACK REQUIRED)
target_link_libraries(holdfast_dependencies INTERFACE LAPACK::LAPACK)
set(HOLDFAST_STATIC_LIBRARIES ${LAPACK_LIBRARIES}) # what a program must link beside the static library

option(HOLDFAST_WITH_SUITESPARSE "Sparse factorizations by KLU" ON)
option(HOLDFAST_WITH_FCLIB "FCLIB problem files (needs HDF5)" ON)

set(HOLDFAST_HAS_KLU OFF)
if(HOLDFAST_WITH_SUITESPARSE)
  find_library(KLU_LIBRARY klu)
  find_library(AMD_LIBRARY amd)
  find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
  if(KLU_LIBRARY AND AMD_LIBRARY AND KLU_INCLUDE_DIR)
    set(HOLDFAST_HAS_KLU ON)
    target_compile_definitions(holdfast_dependencies INTERFACE HF_HAS_KLU=1)
    target_include_directories(holdfast_dependencies SYSTEM INTERFACE ${KLU_INCLUDE_DIR})
    target_link_libraries(holdfast_dependencies INTERFACE ${KLU_LIBRARY} ${AMD_LIBRARY})
    list(PREPEND HOLDFAST_STATIC_LIBRARIES ${KLU_LIBRARY} ${AMD_LIBRARY})
  else()
    message(NOTICE "SuiteSparse (KLU) not found: sparse factorizations fall back to dense LAPACK (package libsuitesparse-dev)")
  endif()
endif()

set(HOLDFAST_HAS_FCLIB OFF)
if(HOLDFAST_WITH_FCLIB)
  find_package(HDF5 QUIET COMPONENTS C HL)
  find_library(FCLIB_LIBRARY fclib)
  find_path(FCLIB_INCLUDE_DIR fclib.h)
  if(HDF5_FOUND AND FCLIB_LIBRARY AND FCLIB_INCLUDE_DIR)
    set(HOLDFAST_HAS_FCLIB ON)
    target_compile_definitions(holdfast_dependencies INTERFACE HF_HAS_FCLIB=1)
    target_include_directories(holdfast_dependencies SYSTEM INTERFACE ${FCLIB_INCLUDE_DIR} ${HDF5_INCLUDE_DIRS})
    target_link_libraries(holdfast_dependencies INTERFACE ${FCLIB_LIBRARY} ${HDF5_HL_LIBRARIES} ${HDF5_LIBRARIES})
    list(PREPEND HOLDFAST_STATIC_LIBRARIES ${FCLIB_LIBRARY} ${HDF5_HL_LIBRARIES} ${HDF5_LIBRARIES})
  else()
    message(NOTICE "FCLIB or HDF5 not found: no .hdf5 problem files (packages libfclib-dev, libhdf5-dev)")
  endif()
endif()

list(APPEND HOLDFAST_STATIC_LIBRARIES m)
