import { testTruthBehindLink } from './truth-behind-link.ts'

testTruthBehindLink(['page-12.test', 'page-delay.test'])
