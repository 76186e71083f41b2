// Prints the tables of docs/decisions/018-one-among-fakes.md: `node test/stats/field/read-off-table.ts`.
import { medianError, quantileBias, readOff, type Treatment } from './read-off.ts'

const TRIALS = 4_000
const PEOPLE = [20, 50, 100, 400] as const

const TREATMENTS: readonly (readonly [string, Treatment])[] = [
  ['nothing', { kind: 'none' }],
  ...[4, 8, 14].map((bins) => [`${bins} bins merged`, { kind: 'merged', bins }] as const),
  ...[0.5, 1, 2].map((epsilon) => [`counts moved, epsilon ${epsilon}`, { kind: 'counts', epsilon }] as const),
  ...[0.05, 0.1, 0.15, 0.2, 0.3].map(
    (scale) => [`votes moved, scale ${scale}`, { kind: 'blurred', scale }] as const,
  ),
]

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

console.log(
  `| treatment | bin read off | within 10 % | ${PEOPLE.map((n) => `median off, n = ${n}`).join(' | ')} | p10 | p90 |`,
)
console.log(`| --- | ---: | ---: | ${PEOPLE.map(() => '---:').join(' | ')} | ---: | ---: |`)
for (const [name, treatment] of TREATMENTS) {
  const { bin, near } = readOff(treatment, TRIALS, 1)
  const errors = PEOPLE.map((n) => {
    const { rms, p95 } = medianError(treatment, n, TRIALS, 2)
    return `${percent(rms)} (${percent(p95)})`
  })
  const biases = [0.1, 0.9].map((p) => percent(quantileBias(treatment, p, 3)))
  console.log(`| ${[name, percent(bin), percent(near), ...errors, ...biases].join(' | ')} |`)
}
console.log()
for (const releases of [1, 4, 13]) {
  const fresh = readOff({ kind: 'blurred', scale: 0.2, fresh: true }, TRIALS, 4, releases)
  const fixed = readOff({ kind: 'blurred', scale: 0.2 }, TRIALS, 4, releases)
  console.log(
    `${releases} releases, scale 0.2: moved anew ${percent(fresh.bin)}, by pseudonym ${percent(fixed.bin)}`,
  )
}
