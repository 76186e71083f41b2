import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { GraphReplayer } from '../../../../lab/graph/replay/graph-replayer.ts'
import { findLabProgram } from '../../../../lab/process/find-program.ts'
import { IN_REAL_TIME, mayRunInRealTime } from '../../../../lab/process/real-time.ts'
import { smallGraph } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { CACHE, originFilesOfTests } from '../../origin/running-server.ts'
import { orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()

const files = await originFilesOfTests()

/** What a replayer says of itself; its load fails, since nobody listens. */
async function isInRealTime(first: readonly string[]): Promise<boolean> {
  const [program = '', ...argv] = [...first, findLabProgram('towline-load', CACHE)]
  const orderFile = join(files.folder, 'order.json')
  await writeFile(orderFile, JSON.stringify(orderOf(smallGraph(), files.caFile)))
  await using replayer = new GraphReplayer([program, ...argv], null)
  return (await replayer.load(orderFile)).realTime
}

test('a replayer runs as all others do', { skip }, async () => {
  assert.equal(await isInRealTime([]), false)
})

test('where the machine allows it, a replayer runs before all others', {
  skip: skip || (!(await mayRunInRealTime()) && 'this process may not run programs in real time'),
}, async () => {
  assert.equal(await isInRealTime(IN_REAL_TIME), true)
})
