# The tests that run programs of this build, or none: Python, Node.js and shell. Catch programs are registered in their own folders.
include(${PROJECT_SOURCE_DIR}/tests/kit/tests.cmake)

set(bin ${CMAKE_BINARY_DIR}/bin)
set(no_traffic ENGAWA_TRAFFIC_DIR=)
# tests/protocol/traffic checks every frame of these tests again.
set(traffic ENGAWA_TRAFFIC_DIR=${ENGAWA_CHECK_DIR}/traffic)

# --- The tree itself
engawa_test("tools/format --check" COMMAND tools/format --check)
engawa_test(tests/tools/scripts.sh COUNTS COMMAND tests/tools/scripts.sh)
engawa_test(tests/tools/setup_test.sh COUNTS COMMAND tests/tools/setup_test.sh)
engawa_python_tests(tests/tools/*_test.py)
foreach(script classes commits layers page styles mains words)
  engawa_test("tests/layers/${script}.py --self-test" COUNTS COMMAND python3 tests/layers/${script}.py --self-test)
  engawa_test(tests/layers/${script}.py COUNTS COMMAND python3 tests/layers/${script}.py)
endforeach()
engawa_test("tests/layers/function_lengths.mjs --self-test" COUNTS COMMAND node tests/layers/function_lengths.mjs --self-test)
engawa_test(tests/layers/function_lengths.mjs COUNTS COMMAND node tests/layers/function_lengths.mjs)
engawa_test(tests/layers/architecture.py COUNTS COMMAND python3 tests/layers/architecture.py)
engawa_test(tests/layers/named_tests.py COUNTS COMMAND python3 tests/layers/named_tests.py)

# --- The protocol and the page
engawa_node_test(tests/protocol/protocol.test.mjs)
engawa_node_test(tests/protocol/calls.test.mjs ENV ${no_traffic})
engawa_node_test(tests/protocol/requests.test.mjs ENV ${no_traffic})
engawa_test("tests/protocol: ten thousand requests over HTTP and as many over WebSockets" FULL COUNTS NICE 10 ENV ENGAWA_CALLS=10000 ${no_traffic}
  COMMAND node --test --test-reporter=${PROJECT_SOURCE_DIR}/tests/kit/reporter.mjs tests/protocol/calls.test.mjs tests/protocol/requests.test.mjs)
engawa_test("tools/unicode_tables.py --check" COUNTS COMMAND tools/unicode_tables.py --check)
engawa_test("clients/web: types and style" COMMAND npm --prefix clients/web run -s check)
set(page_reporter -- --test-reporter=${PROJECT_SOURCE_DIR}/tests/kit/reporter.mjs)
engawa_test("clients/web: its own tests" COUNTS COMMAND npm --prefix clients/web run -s test ${page_reporter})
# The page's tests play some games of each; if the page was built without its rules, both report that and skip them.
engawa_test("clients/web: a thousand random games of every preset by both rules" FULL COUNTS NICE 10 TIMEOUT 1800 COST 100 ENV ENGAWA_RULES_GAMES=1000
  COMMAND npm --prefix clients/web run -s test ${page_reporter} "--test-name-pattern=random games of every preset|has a module")

# --- Real servers
engawa_python_tests(tests/server/test_*.py ENV ${traffic})
set_tests_properties(tests/server/test_alerts.py PROPERTIES COST 60 LABELS "full;second-try")  # it mostly waits, for minutes
engawa_python_tests(tests/cli/test_*.py ENV ${traffic})
engawa_python_tests(tests/conformance/test_*.py FULL ENV ${no_traffic})
engawa_python_tests(tests/sdk/test_*.py ENV ${no_traffic})
engawa_test("tests/sdk/test_verify_record.py: three hundred records of each game" FULL COUNTS NICE 10 TIMEOUT 3600 COST 300 ENV ENGAWA_RECORDS=300 ${no_traffic}
  COMMAND python3 tests/kit/unittests.py tests/sdk/test_verify_record.py VerifyRecord)
# One for each game, and one each for lost connections, faulty relays, and proxies.
set(quick_browser game nim fifteen bubbles connection relay proxies)
file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/browser/*.test.mjs)
# The same browser without its window code takes half of the processor time; one file uses the full browser.
set(chromium CHROMIUM=/usr/bin/chromium-headless-shell)
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  string(REPLACE ".test.mjs" "" name ${name})
  if(name STREQUAL game)
    engawa_node_test(${file} SECOND_TRY COST 60 ENV ${traffic})
  elseif(name STREQUAL journey)
    # Four games of five are analysed from the first move to the last, which would take the strongest bot almost a minute each.
    engawa_node_test(${file} FULL SECOND_TRY COST 60 TIMEOUT 1800 ENV ${no_traffic} ${chromium} ENGAWA_FAIL_POINTS=analysis.quick=on)
  elseif(name IN_LIST quick_browser)
    engawa_node_test(${file} SECOND_TRY COST 50 ENV ${traffic} ${chromium})
  else()
    engawa_node_test(${file} FULL SECOND_TRY COST 40 TIMEOUT 1800 ENV ${no_traffic} ${chromium})
  endif()
endforeach()
file(GLOB with_traffic RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests/server/test_*.py ${PROJECT_SOURCE_DIR}/tests/cli/test_*.py)
list(TRANSFORM quick_browser REPLACE "(.+)" "tests/browser/\\1.test.mjs")
engawa_test("tests/protocol: all frames of the other tests" COUNTS AFTER ${with_traffic} ${quick_browser} COMMAND tests/protocol/traffic.sh ${ENGAWA_CHECK_DIR}/traffic)
engawa_test("tests/faults: some seconds of each kind" COUNTS SECOND_TRY ENV ${no_traffic}
  COMMAND python3 tests/faults/faults.py --share 0.5 --only steps --only kills --only errors --only disconnects --only restores)
engawa_test(tests/readme/documents.py COUNTS COMMAND python3 tests/readme/documents.py)
engawa_test(tests/readme/samples.py COUNTS COMMAND python3 tests/readme/samples.py)
engawa_test(tests/readme/readme.py FULL COUNTS COMMAND python3 tests/readme/readme.py)
foreach(script faults broken_builds cluster_broken)
  engawa_test(tests/faults/${script}.py FULL COUNTS SECOND_TRY TIMEOUT 1500 COST 200 ENV ${no_traffic} COMMAND python3 tests/faults/${script}.py)
endforeach()
engawa_test("tests/cli/test_gtp.py with Debian's engine" FULL COUNTS TIMEOUT 1200 ENV ENGAWA_ENGINES=1 ${no_traffic}
  COMMAND python3 tests/kit/unittests.py tests/cli/test_gtp.py)

# --- PostgreSQL and clusters
engawa_python_tests(tests/postgres/test_*.py FULL ENV ${no_traffic})
engawa_test(tests/postgres/cluster.test.mjs FULL COUNTS SECOND_TRY ENV ${no_traffic}
  COMMAND tests/store/with_postgres.py node --test --test-reporter=${PROJECT_SOURCE_DIR}/tests/kit/reporter.mjs tests/postgres/cluster.test.mjs)
engawa_test(tests/faults/cluster.py FULL COUNTS SECOND_TRY ENV ${no_traffic} COMMAND python3 tests/faults/cluster.py --faults 22)
engawa_test(tests/faults/rolling.py FULL COUNTS SECOND_TRY COST 120 ENV ${no_traffic} COMMAND python3 tests/faults/rolling.py)
# They run for ENGAWA_BUDGET_S seconds. The second one has a higher load, and a shorter lease.
set(budget "\${ENGAWA_BUDGET_S:-40}")
engawa_test("simulation: up to a million seconds of three nodes" FULL NICE 10 TIMEOUT 86400 COST 100
  COMMAND sh -c "exec ${bin}/simulation --seed 1 --seconds 1000000 --for-s ${budget} --rooms 2 --think-ms 8000 --lease-ms 5000")
engawa_test("simulation: four busy nodes" FULL NICE 10 TIMEOUT 86400 COST 100
  COMMAND sh -c "exec ${bin}/simulation --seed 2 --seconds 20000 --for-s ${budget} --nodes 4")

# --- Benchmarks, short: no step missing, no move refused; the budget of a move's calls of the kernel and the allocator
set(as_deployed ENGAWA_KEEP_PRIORITY=)
engawa_test(tests/bench/bench.py FULL TIMEOUT 1500 ENV ${as_deployed} COMMAND python3 tests/bench/bench.py --bin ${bin} --short)
engawa_test(tests/bench/budgets.py FULL ENV ${as_deployed} COMMAND python3 tests/bench/budgets.py --bin ${bin})
foreach(load store_load cluster_load)
  engawa_test(tests/bench/${load}.py FULL COMMAND python3 tests/bench/${load}.py --bin ${bin} --rounds 1 --ms 500)
endforeach()
engawa_test(tests/bench/take_rooms.py FULL COMMAND python3 tests/bench/take_rooms.py --bin ${bin} --rounds 1 --rooms 200)
engawa_test(tests/bench/lose_node.py FULL COMMAND python3 tests/bench/lose_node.py --bin ${bin} --rounds 1 --rooms 20 --lease-ms 1000)

# --- Sanitizers: separate builds, and the tests that run in them: code that parses bytes, owns memory, or is shared by threads. Searches, solvers,
# training and statistics are arithmetic on values: they run once, at full speed. clang-tidy reports clang's warnings about the client and the lab.
set(asan ${PROJECT_SOURCE_DIR}/build/asan)
set(asan_programs rooms_tests store_tests games_tests)
engawa_test("build/asan" FULL COMPILES NICE 5 MAKES asan TIMEOUT 5400 COST 3000
  COMMAND tools/build asan fuzz engawad ${asan_programs})
set(stack ASAN_OPTIONS=detect_stack_use_after_return=1)
get_property(catch_tests GLOBAL PROPERTY ENGAWA_CATCH_TESTS)
foreach(entry ${catch_tests})
  string(REPLACE "|" ";" entry "${entry}")
  list(GET entry 0 program)
  list(GET entry 1 tag)
  list(GET entry 2 wrapper)
  if(program IN_LIST asan_programs)
    engawa_test("asan: ${program}: the cases tagged [${tag}]" FULL NEEDS asan TIMEOUT 1800 ENV ${stack} COMMAND ${wrapper} ${asan}/bin/${program} "[${tag}]")
  endif()
  if(program STREQUAL threads_tests)
    engawa_test("tsan: ${program}: the cases tagged [${tag}]" FULL NEEDS tsan TIMEOUT 1200 COMMAND tests/kit/tsan.sh ${PROJECT_SOURCE_DIR}/build/tsan/bin/${program} "[${tag}]")
  endif()
endforeach()
# The server's tests, except those that measure memory and outlast floods, which need a server at full speed, and those that restart it repeatedly
# with other clocks, descriptors and settings: fuzz_config, store_tests and
# rooms_tests cover the code that reads these. A report of a sanitizer ends the program.
file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/server/test_*.py)
foreach(name alerts overload hardening deletion room_time descriptors signals bind settings)
  list(REMOVE_ITEM files tests/server/test_${name}.py)
endforeach()
foreach(file ${files})
  engawa_test("asan: ${file}" FULL COUNTS NEEDS asan TIMEOUT 1800
    ENV ${stack} ${no_traffic} ENGAWAD=${asan}/bin/engawad ENGAWA_KILLS=5 ENGAWA_STDERR=1 ENGAWA_SANITIZED=1
    COMMAND python3 tests/kit/unittests.py ${file})
endforeach()
engawa_test("tests/fuzz: each target for some seconds" FULL COUNTS NEEDS asan TIMEOUT 86400 COST 60 COMMAND sh -c "exec tests/fuzz/run.sh ${budget}")
engawa_test("build/tsan" FULL COMPILES NICE 5 MAKES tsan AFTER "build/asan" TIMEOUT 5400 COST 200 COMMAND tools/build tsan threads_tests)
engawa_test(tools/tidy FULL COMPILES COUNTS NICE 5 NEEDS asan AFTER "build/tsan" TIMEOUT 5400 COST 500 COMMAND sh -c "exec tools/tidy --for-s \${ENGAWA_TIDY_S:-600}")

# --- The first steps of a new user
engawa_test("tests/outside/docker.sh" FULL OUTSIDE COUNTS NICE 5 MAKES image TIMEOUT 5400 COST 1100 COMMAND tests/outside/docker.sh)
engawa_test("tests/outside/cluster.sh" FULL OUTSIDE COUNTS SECOND_TRY NEEDS image TIMEOUT 2400 COST 300 COMMAND tests/outside/cluster.sh --built)
engawa_test("tests/outside/bare.sh bookworm" FULL OUTSIDE COUNTS NICE 5 TIMEOUT 5400 COST 900 COMMAND tests/outside/bare.sh bookworm)
engawa_test("tests/outside/bare.sh trixie" FULL OUTSIDE COUNTS NICE 5 TIMEOUT 5400 COST 800 COMMAND tests/outside/bare.sh trixie)
foreach(suite IN ITEMS bookworm trixie)
  engawa_test("tests/outside/package.sh ${suite}" FULL OUTSIDE COUNTS NICE 5 AFTER "tests/outside/bare.sh ${suite}" TIMEOUT 2400 COST 100 COMMAND tests/outside/package.sh ${suite})
endforeach()
engawa_test("tests/outside/package.sh bookworm --arm64" FULL OUTSIDE COUNTS NICE 5 AFTER "tests/outside/bare.sh bookworm" TIMEOUT 5400 COST 400
  COMMAND tests/outside/package.sh bookworm --arm64)
