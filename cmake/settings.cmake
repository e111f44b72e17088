# Compiler settings of every target: link engawa_settings. Options: ENGAWA_TESTS, ENGAWA_SANITIZE, ENGAWA_FUZZ, ENGAWA_FAIL_POINTS,
# ENGAWA_UNITY, ENGAWA_PRECOMPILE.
option(ENGAWA_TESTS "build the tests and benchmarks" ON)
set(ENGAWA_SANITIZE "" CACHE STRING "sanitizers, as -fsanitize takes them")
option(ENGAWA_FUZZ "build the fuzz targets (clang)" OFF)
option(ENGAWA_FAIL_POINTS "let tests make the server fail where they want (server/fail_point.hpp); never for a server that people use" OFF)
option(ENGAWA_UNITY "compile several files as one: a whole build in a third of the time, a changed file in more" OFF)
# With g++ 12 it brings false alarms from the standard library; off, a file must include what it uses.
option(ENGAWA_PRECOMPILE "precompile the JSON library, half of what most files take (clang)" OFF)

find_program(CCACHE ccache)
if(CCACHE)
  # The settings that ccache's manual asks for with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# engawa_precompile(TARGET [HEADER...])
function(engawa_precompile target)
  if(ENGAWA_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE <nlohmann/json.hpp> ${ARGN})
  endif()
endfunction()

# engawa_unity(TARGET [FILE...]): the target's files are compiled together with ENGAWA_UNITY, but for those named: files that use the same short names for
# themselves, and the longest, so that both cores have something to do. A name that two files define for themselves is an error in such a build: name one
# of the files here, or make the two one.
function(engawa_unity target)
  if(ENGAWA_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# engawa_unoptimised_if_sanitized(TARGET): for what a sanitizer makes slow to compile and nothing waits for. Beast's streams take 43 s at -O1, 17 at -O0.
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
target_compile_options(engawa_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
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
  target_compile_options(engawa_settings INTERFACE -Wno-tsan)  # Asio's fences are not seen; the mutexes beside them are
endif()
if(ENGAWA_SANITIZE)
  target_compile_options(engawa_settings INTERFACE -fsanitize=${ENGAWA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(engawa_settings INTERFACE -fsanitize=${ENGAWA_SANITIZE})
endif()
if(ENGAWA_FUZZ)
  target_compile_options(engawa_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
