import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { papersReport } from '../../../cli/papers/papers-report.ts'
import { writeKeptRun } from '../../../cli/papers/write-kept-run.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labRunById } from '../../../db/lab/lab-runs.ts'
import { type WrittenCell, writeLabRun } from '../lab/lab-run-database.ts'
import { temporaryFolder } from '../towline.ts'

const DOCS = join(import.meta.dirname, '../../../docs/results')

/** As run with `--only page=depth-5`. */
const ONLY = { only: { page: ['depth-5'] } }

/** Ten rounds about a value. */
const about = (ms: number): number[] => Array.from({ length: 10 }, (_, round) => ms * (0.99 + round / 500))

/** HTTP/1.1 takes 1,000 ms, HTTP/3 so long. */
function cell(
  factors: WrittenCell['factors'],
  h3Ms: number,
  metrics: Readonly<Record<string, number>> = {},
): WrittenCell {
  return { factors, metrics, pltMs: { h1: about(1_000).toReversed(), h3: about(h3Ms) } }
}

/** The pages that `papers report` makes of kept runs of these plans, by the ends of their paths. */
async function report(
  plans: Readonly<Record<string, readonly WrittenCell[]>>,
): Promise<(end: string) => string> {
  await using folder = await temporaryFolder()
  const results = join(folder.path, 'results')
  for (const [name, cells] of Object.entries(plans)) {
    await using db = await openDatabase({ url: join(folder.path, `${name}.db`) })
    const run = await labRunById(
      db,
      await writeLabRun(db, cells, { plan: { title: name, rounds: 10, options: ONLY } }),
    )
    assert.ok(run)
    await db.query(`UPDATE campaigns SET versions = '{"server-' || id || '":"1.0"}'`)
    await writeKeptRun(db, { ...run, name }, results)
  }
  const made = await papersReport(results, DOCS)
  return (end) => made.find(([file]) => file.endsWith(end))?.[1] ?? ''
}

const CHAIN = { page: 'depth-5', profile: 'satellite-geostationary' }

test('a kept run of several servers is a page: what each did, whose a finding is, and the same server twice', async () => {
  const madeAs = await report({
    servers: [
      cell({ ...CHAIN, server: 'towline' }, 1_200, { first_flight_packets: 10, priority_order_share: 0.4 }),
      cell({ ...CHAIN, server: 'towline-again' }, 1_200, { first_flight_packets: 10 }),
      cell({ ...CHAIN, server: 'caddy' }, 900, { first_flight_packets: 31 }),
      cell({ ...CHAIN, server: 'quiche' }, 1_200, { first_flight_packets: 10 }),
    ],
  })
  const page = madeAs('/servers.md')
  assert.match(
    page,
    /^depth-5, satellite-geostationary\s+HTTP\/3\s+3\s+slower\s+of this server\s+towline, quiche\s+caddy$/m,
  )
  assert.match(
    page,
    /^depth-5, satellite-geostationary\s+HTTP\/3\s+caddy\s+1\.11\s+1\.\d\d–1\.\d\d\s+faster\s+10$/m,
  )
  assert.match(page, /`towline-again`: 0 of 2 comparisons are called different, 0 % /)
  assert.match(page, /HTTP\/3:\n\n```\n\s+caddy\s+quiche\s+towline\s+towline-again\n/)
  assert.match(page, /^first flight\s+31\s+10\s+10\s+10$/m)
  assert.match(page, /^- \*\*fell\*\*: A short chain over 600 ms/m)
  assert.match(page, /^- `servers` by browser: 4 cells \(only page depth-5\), 80 of 80 samples valid/m)
  assert.match(page.replaceAll(/\s+/g, ' '), /server-1 1\.0, server-2 like server-1/)
  assert.match(madeAs('docs/results/README.md'), /\[servers\]\(servers\.md\)/)
  assert.match(
    madeAs(join(DOCS, '../../README.md')).replaceAll(/\s+/g, ' '),
    /Of 1 comparisons on up to 3 stacks 0 show what is the protocol’s, 1 what is a server’s/,
  )
})

test('a run by graph has the same pages, and says what became of earlier findings too', async () => {
  const chain = { ...CHAIN, page: 'graph:depth-5' }
  const page = (
    await report({
      servers: [
        cell({ ...chain, server: 'towline' }, 1_200),
        cell({ ...chain, server: 'caddy' }, 1_200),
        cell({ ...chain, server: 'nginx-quic' }, 1_200),
      ],
    })
  )('/servers.md')
  assert.match(page, /^depth-5, satellite-geostationary\s+HTTP\/3\s+3\s+slower\s+of the protocol\s/m)
  assert.match(page, /^- \*\*stands\*\*: A short chain over 600 ms/m)
})

test('a setting of one server is compared with itself, in times of painting as well; one server as it is has a page of gains', async () => {
  const madeAs = await report({
    priorities: [
      cell({ page: 'a', priorities: 'off', server: 'towline' }, 1_000, { fcp_ms: 2_000 }),
      cell({ page: 'a', priorities: 'on', server: 'towline' }, 500, { fcp_ms: 700 }),
    ],
    plain: [cell({ page: 'a', server: 'towline' }, 900)],
  })
  assert.match(
    madeAs('/servers.md'),
    /^a\s+HTTP\/3\s+plt_ms\s+priorities on, over off\s+2\.00\s.*faster\s+10$/m,
  )
  assert.match(madeAs('/servers.md'), /^a\s+HTTP\/3\s+fcp_ms\s+priorities on, over off\s+2\.86\s/m)
  assert.doesNotMatch(madeAs('/servers.md'), /plain/)
})
