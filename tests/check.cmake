if(TARGET sinew_check)
  sinew_unit_test(test_check unit/test_check.c support/finding_numbers.c LIBS sinew_check sinew_test_models sinew_platform)
  sinew_unit_test(test_check_report unit/test_check_report.c LIBS sinew_check sinew_test_models sinew_platform)
  sinew_unit_test(test_check_motion unit/test_check_motion.c support/make_person.c support/finding_numbers.c LIBS sinew_check sinew_test_models
                  sinew_platform)
endif()
