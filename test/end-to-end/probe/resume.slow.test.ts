import { testRepeatedKills } from './repeated-kills.ts'

// Each run starts a browser for each arm: resume.nightly.test.ts has all of them.
testRepeatedKills({ kills: 2, rounds: 4, sites: ['page-12.test', 'all-three.test'], arms: ['h2'] })
