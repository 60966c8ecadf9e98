# What was learnt.
yomi_embed(daihinmin players/learnt_data.h yomi::daihinmin::data daihinmin policy_full policy_hand policy_play policy_read gamma_snowl gamma_vsbase frequency tables)
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/daihinmin/players/learnt.cpp
                            PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # it has a kHead, as estimate.cpp
