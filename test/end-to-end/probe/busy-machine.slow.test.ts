import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { sendSignal } from '../../../crawler/process/send-signal.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { type ProbeFolder, probeFolder } from './probe-folder.ts'
import { allKeys, endsWell, keysOf, type Recorded, readCampaign } from './recorded.ts'

const FLAGS = ['--sites', 'page-12.test', '--arms', 'h2', '--rounds', '2', '--seed', '5', '--no-capture']
const PLANNED = 2

const BUSY =
  'setInterval(() => { const end = performance.now() + 10; while (performance.now() < end); }, 100)'

/** A program beside it that works a tenth of the time, gone at the end. */
function busyLoop(): AsyncDisposable {
  const child = spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' })
  return {
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

const replacedOf = ({ all }: Recorded) => all.filter(({ role }) => role === 'replaced')

test('beside other work rounds are repeated, through a kill, up to the bound; when it is quiet --resume completes them', {
  skip: noBrowser,
}, async () => {
  await using sandbox = await openSandbox()
  await using folder = await probeFolder()
  {
    await using _loop = busyLoop()
    const flags = [...FLAGS, '--busy-limit', '0.001']
    const first = folder.probeIn(sandbox, flags)
    const isRepeating = async (): Promise<boolean> =>
      /campaign 1: /.test(first.stderr()) && replacedOf(await readCampaign(folder.database)).length > 0
    assert.ok(await first.until(isRepeating), first.stderr())
    sendSignal(first.pid, 'SIGKILL')
    assert.equal((await first.ended).signal, 'SIGKILL')

    const second = folder.probeIn(sandbox, [...flags, '--resume'])
    assert.deepEqual(await second.ended, { code: 75, signal: null }, second.stderr())
    assert.match(
      second.stdout(),
      /Unfinished: machine busy\. 2 of 2 loads could not be had .* rounds were repeated 2\s+times \(2 loads\)\./s,
    )
    const recorded = await readCampaign(folder.database)
    assert.equal(recorded.campaign.state, 'stopped')
    assert.equal(replacedOf(recorded).length, PLANNED)
    assert.deepEqual(keysOf(recorded.samples), allKeys([['h2']], 2))
    assert.ok(recorded.samples.every(({ reason }) => reason === 'machine_busy'))
  }
  // How much other work there is is not ours to say: from here on it does not matter.
  await allowAnyWork(folder)
  const third = folder.probeIn(sandbox, [...FLAGS, '--resume'])
  await endsWell(third)
  const { campaign, samples, ...rest } = await readCampaign(folder.database)
  assert.deepEqual([campaign.id, campaign.state], [1, 'finished'])
  assert.deepEqual(keysOf(samples), allKeys([['h2']], 2))
  assert.ok(samples.every(({ state }) => state === 'valid'))
  assert.equal(replacedOf({ campaign, samples, ...rest }).length, 2 * PLANNED)
  assert.match(third.stdout(), /page-12\.test +h2 +2 +0 /, 'n is what was planned')
  assert.match(third.stdout(), /repeated: rounds were repeated 4\s+times\s+\(4 loads\)/)
  assert.deepEqual(await folder.leftovers(), [])
})

async function allowAnyWork({ database }: ProbeFolder): Promise<void> {
  await using db = await openDatabase({ url: database })
  await db.query('UPDATE campaigns SET options = replace(options, \'"busyLimit":0.001\', \'"busyLimit":1\')')
}
