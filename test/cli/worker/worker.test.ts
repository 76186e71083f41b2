import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  beginAsWorker,
  isSupervised,
  shareSurvey,
  tellSupervisor,
  watchFates,
} from '../../../cli/worker/worker.ts'
import { runOwner } from '../../../crawler/process/run-owner.ts'

// The runner of tests may itself have a channel: these cases are for a process without one.
const unsupervised = { skip: process.channel != null ? 'this process has a channel' : false }

test(
  'without a supervisor a survey is not shared: its first worker waits for nobody',
  unsupervised,
  async () => {
    beginAsWorker()
    assert.equal(isSupervised(), false)
    const others = shareSurvey({ surveyId: 1, workers: 2, options: {} as never })
    await others.ended()
    await tellSupervisor({ kind: 'failed', message: 'unheard' })
  },
)

test('a run that is alive keeps its sites, one that ended frees them', unsupervised, () => {
  const fateOf = watchFates()
  let name: string
  {
    using owner = runOwner()
    name = owner.name
    assert.equal(fateOf(name), 'alive')
  }
  assert.equal(fateOf(name), 'ended')
})
