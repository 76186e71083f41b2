import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunOptions } from '../../../cli/options/run-options.ts'
import { canaryOf, demandNetwork } from '../../../cli/prepare/canary.ts'
import { preparePart } from '../../../cli/prepare/prepare-part.ts'
import { prepareProbing } from '../../../cli/prepare/prepare-probing.ts'
import { demandBrowserSandbox } from '../../../cli/probe/browser-sandbox.ts'
import { openPackets } from '../../../cli/probe/campaign-packets.ts'
import { egressFilterFor, sayRefused } from '../../../cli/probe/egress.ts'

const never = new AbortController().signal
const OWN = { allowAddress: ['10.0.0.0/8'], operations: ['dns', 'tcp', 'http3'] } as unknown as RunOptions

test('a survey alone needs neither browser nor packet tools: nothing is set up', async () => {
  // No such folder can be made: any set-up would fail.
  await prepareProbing({ cache: '/dev/null/x', surveyOnly: true, capture: true }, never)
  await prepareProbing({ cache: '/dev/null/x', connect: 'http://127.0.0.1:1', capture: false }, never)
})

test('a part whose set-up is stopped ends with the reason of the stop', async () => {
  const stop = new AbortController()
  stop.abort(new Error('stopped by the user'))
  await assert.rejects(preparePart('browser', '/dev/null/x', stop.signal), /stopped by the user/)
})

test('on the user’s own network there is no canary, no demand of a network, and no filter, unless named', async () => {
  assert.equal(canaryOf(OWN, {} as never, never), null)
  assert.equal(canaryOf({ ...OWN, h3Canary: 'none' }, {} as never, never), null)
  assert.equal(canaryOf({ ...OWN, operations: ['dns'], h3Canary: 'a.test' }, {} as never, never), null)
  await demandNetwork(OWN, { resolver: null } as never, never)
  assert.equal(await egressFilterFor({ ...OWN, cache: '/x' }), null)
  assert.equal(await egressFilterFor({ allowAddress: [], cache: '/x', connect: 'http://x' }), null)
  await sayRefused(null)
  await demandBrowserSandbox(OWN, never)
})

test('without a capture packets are unknown, and the campaign says why', async () => {
  await using packets = await openPackets({ capture: false, cache: '/x' }, assert.fail, never)
  assert.deepEqual([packets.capture, packets.tshark, packets.description], [null, null, 'none: --no-capture'])
})
