# Compiler settings of every target: link engawa_settings. Options: ENGAWA_TESTS, ENGAWA_LAB, ENGAWA_WERROR, ENGAWA_SANITIZE, ENGAWA_FUZZ,
# ENGAWA_FAIL_POINTS, ENGAWA_CONTRACTS, ENGAWA_UNITY.
option(ENGAWA_TESTS "build the tests and benchmarks" ON)
option(ENGAWA_LAB "build engawa-lab (tools/lab), which the tests need too" OFF)
option(ENGAWA_WERROR "a warning is an error: for the builds of ./check; never for a user's, whose compiler may know warnings that ours do not" OFF)
set(ENGAWA_SANITIZE "" CACHE STRING "sanitizers, as -fsanitize takes them")
option(ENGAWA_FUZZ "build the fuzz targets (clang)" OFF)
option(ENGAWA_FAIL_POINTS "let tests make the server fail where they want (server/ops/fail_point.hpp); never for a server that people use" OFF)
set(tested OFF)
if(ENGAWA_FAIL_POINTS OR ENGAWA_SANITIZE)
  set(tested ON)
endif()
option(ENGAWA_CONTRACTS "check the preconditions that EXPECT states (base/expect.hpp), and abort where one does not hold" ${tested})
option(ENGAWA_UNITY "compile several files as one: a whole build in a third of the time, a changed file in more" OFF)

find_program(CCACHE ccache)
if(CCACHE)
  # Paths relative to the checkout, so that a fresh clone finds the objects of another one in the cache; ./check and users, who have no -Werror, share
  # objects (a compilation that -Werror stops leaves none).
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_IGNOREOPTIONS=-Werror ${CCACHE})
endif()

# engawa_sources(VAR PATTERN...): the matching files of this folder, as paths from here. A new file is found at the next build.
function(engawa_sources var)
  file(GLOB found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${ARGN})
  set(${var} ${found} PARENT_SCOPE)
endfunction()

# engawa_unity(TARGET [FILE...]): the target's files are compiled ten at a time with ENGAWA_UNITY, except those named: files whose internal short
# names collide, and the longest, so that both cores have work. A name that two files define internally is an error in such a build: name one of the
# files here, or merge the two definitions. CMake's own UNITY_BUILD writes absolute paths, which another checkout's ccache would not match.
function(engawa_unity target)
  if(NOT ENGAWA_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(together)
  foreach(source ${sources})
    if(NOT source IN_LIST ARGN AND source MATCHES "\\.cpp$" AND NOT IS_ABSOLUTE ${source})
      list(APPEND together ${source})
    endif()
  endforeach()
  set(number 0)
  while(together)
    list(SUBLIST together 0 10 batch)
    list(REMOVE_ITEM together ${batch})
    set(text)
    foreach(source ${batch})
      file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${source})
      string(APPEND text "#include \"${path}\"\n")
    endforeach()
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/${target}_${number}.cpp)
    file(CONFIGURE OUTPUT ${unit} CONTENT "${text}" @ONLY)
    list(REMOVE_ITEM sources ${batch})
    list(APPEND sources ${unit})
    math(EXPR number "${number} + 1")
  endwhile()
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()

# engawa_unoptimised_if_sanitized(TARGET): for code that a sanitizer makes slow to compile and whose speed does not matter. Beast's streams take 43 s
# at -O1, 17 at -O0.
function(engawa_unoptimised_if_sanitized target)
  if(ENGAWA_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # Boost's own description of itself, not CMake's
endif()
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)

add_library(engawa_settings INTERFACE)
target_include_directories(engawa_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(engawa_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(ENGAWA_CONTRACTS)
  target_compile_definitions(engawa_settings INTERFACE ENGAWA_CONTRACTS)
endif()
if(ENGAWA_WERROR)
  target_compile_options(engawa_settings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(engawa_settings INTERFACE -Wno-stringop-overflow)  # a guess after inlining, with false alarms in GCC 14
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(engawa_settings INTERFACE -Wno-restrict)  # false alarms on string concatenation: GCC bug 105651
endif()
target_link_libraries(engawa_settings INTERFACE Boost::headers nlohmann_json::nlohmann_json Threads::Threads)
if(ENGAWA_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(engawa_settings INTERFACE -Wno-maybe-uninitialized)  # GCC's manual: sanitizers bring false alarms
endif()
if(ENGAWA_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(engawa_settings INTERFACE -Wno-tsan)  # it does not see Asio's fences, but the mutexes beside them
endif()
if(ENGAWA_SANITIZE)
  target_compile_options(engawa_settings INTERFACE -fsanitize=${ENGAWA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(ENGAWA_SANITIZE MATCHES undefined)
    # Checks at each memory access take a fifth of the build time; the address sanitizer finds the effects of a bad pointer.
    target_compile_options(engawa_settings INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
  endif()
  target_link_options(engawa_settings INTERFACE -fsanitize=${ENGAWA_SANITIZE})
endif()

# engawa_fuzzed(TARGET): the code in which the fuzz targets look for new paths. Counting these takes a quarter of a sanitizer's build.
function(engawa_fuzzed target)
  if(ENGAWA_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# Measures that make our faults harder to exploit, the same in deployed and tested programs (tests/server/test_hardening.py checks them); sanitizers
# have their own checks. Flags that a compiler or a processor lacks are left out. glibc reduces _FORTIFY_SOURCE=3 to 2 if the compiler cannot do more.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT ENGAWA_SANITIZE)
  include(CheckCXXCompilerFlag)
  foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "ENGAWA_HAS${flag}" has)
    check_cxx_compiler_flag(${flag} ${has})
    if(${has})
      target_compile_options(engawa_settings INTERFACE ${flag})
    endif()
  endforeach()
  target_compile_options(engawa_settings INTERFACE -fPIE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  target_compile_definitions(engawa_settings INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(engawa_settings INTERFACE -pie -Wl,-z,relro,-z,now,-z,noexecstack)
endif()

# engawa_unasserted(TARGET): for arithmetic on values that others have checked. With the library's assertions a search of reversi makes half as many
# iterations; the sanitizers' builds have them everywhere.
function(engawa_unasserted target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -U_GLIBCXX_ASSERTIONS)
  endif()
endfunction()
