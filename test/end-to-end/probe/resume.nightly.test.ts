import { testRepeatedKills } from './repeated-kills.ts'

testRepeatedKills({
  ...{ kills: 6, rounds: 8 },
  ...{ sites: ['page-12.test', 'page-mixed.test', 'all-three.test'], arms: ['h1', 'h2', 'h3'] },
})
