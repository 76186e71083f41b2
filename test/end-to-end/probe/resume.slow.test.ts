import { testRepeatedKills } from './repeated-kills.ts'

testRepeatedKills({ kills: 2, rounds: 3, sites: ['page-12.test', 'all-three.test'], arms: ['h1', 'h2'] })
