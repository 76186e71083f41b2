import { testRepeatedKills } from './repeated-kills.ts'

testRepeatedKills({ kills: 2, rounds: 2 })
