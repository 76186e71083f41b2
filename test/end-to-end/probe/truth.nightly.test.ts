import { testTruthBehindLink } from './truth-behind-link.ts'

testTruthBehindLink(
  ['page-12', 'page-60-4', 'page-delay', 'page-mixed', 'page-103', 'page-1mb'].map((name) => `${name}.test`),
)
