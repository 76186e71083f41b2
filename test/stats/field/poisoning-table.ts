// Prints the tables of docs/field.md: how far attacks move what is published.
import { ATTACK_WEEK, FROM_THE_FIRST, ON_THE_BACK, STRATEGIES } from './attacks.ts'
import { type Moved, moved } from './moved.ts'

const SEEDS = [10, 20, 30, 40, 50]
const siteFactor = (week: number): number => (week < ATTACK_WEEK ? 1 : 1.3)

const ROWS = [
  ...Object.entries(STRATEGIES).map(([name, send]) => ({ name, send, how: {} })),
  { name: 'from the first week on, just plausible, slow', send: FROM_THE_FIRST, how: {} },
  { name: 'sleepers on the back of a real change of 30 %', send: ON_THE_BACK, how: { siteFactor } },
]

const shown = ({ furthest, frozenWeeks, weeks }: Moved): string =>
  `${(100 * furthest).toFixed(1)} %${frozenWeeks === 0 ? '' : ` (held ${Math.round((100 * frozenWeeks) / weeks)} %)`}`

for (const people of [400, 100, 30]) {
  console.log(`\n${people} people, ${SEEDS.length} seeds\n`)
  console.log('| strategy | 5 % attackers | 30 % attackers |\n| --- | ---: | ---: |')
  for (const { name, send, how } of ROWS) {
    const cells = [0.05, 0.3].map((share) => shown(moved(send, { people, share, seeds: SEEDS, ...how })))
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}
