import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSamples } from '../../../db/campaign/samples.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { SERVER_NAMES, SERVERS } from '../../../lab/origin/servers.ts'
import { runFolder } from '../../cli/run-folder.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { runPlan } from './run-plan.ts'

/** Those that speak HTTP/3 and are there. */
const servers: string[] = []
for (const name of SERVER_NAMES)
  if (SERVERS[name].quic !== null && (await whyNoServer(name)) === false) servers.push(name)

const ARMS = ['h1', 'h2', 'h3']
const PLAN = `
title: A page of three hosts from each stack, without a browser
arms: [${ARMS}]
loader: graph
rounds: 1
pauseMs: 1
seed: 3
held: { page: modern, rttMs: 40, congestionControl: cubic }
factors:
  server: [${servers}]
`

test('a page of the catalogue is loaded from every stack as a graph, by the protocol of each arm', {
  skip: whyNoLink() || (servers.length < 3 && 'there are no other servers with HTTP/3'),
}, async () => {
  await using folder = await runFolder()
  const run = await runPlan(folder, PLAN, ['--no-capture'])
  assert.equal((await run.ended).code, 0, run.stderr())
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const cells = await labCells(db, 1)
  const found: string[] = []
  for (const { campaignId, factors } of cells)
    for await (const { arm, state, protocol, reason, detail } of readSamples(db, campaignId ?? 0))
      found.push(`${factors.server} ${arm} ${state} ${protocol} ${reason ?? ''}${detail ?? ''}`.trim())
  const expected = servers.flatMap((server) =>
    ARMS.map((arm) => `${server} ${arm} valid ${arm === 'h1' ? 'http/1.1' : arm}`),
  )
  assert.deepEqual(found.toSorted(), expected.toSorted())
})
