import { testRepeatedKills } from './repeated-kills.ts'

testRepeatedKills({ kills: 6, rounds: 8 })
