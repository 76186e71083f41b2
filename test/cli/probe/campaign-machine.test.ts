import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demandSameMachine, MachineChanged, machineFacts } from '../../../cli/probe/campaign-machine.ts'

const LOADED = {
  id: 7,
  browserVersion: 'Chrome 156',
  congestionControl: 'cubic',
  versions: { node: '26.1.0', platform: 'linux-x64' },
  capture: 'tcpdump on any',
}
const HERE = { congestionControl: 'cubic', versions: { node: '26.1.0', platform: 'linux-x64' } }

test('a campaign is continued under the TCP congestion control of its first loads alone', () => {
  demandSameMachine(LOADED, HERE)
  demandSameMachine({ ...LOADED, congestionControl: null }, { ...HERE, congestionControl: null })
  for (const [first, here, words] of [
    ['cubic', 'bbr', 'started with TCP congestion control cubic, and this machine has bbr'],
    ['cubic', null, 'started with TCP congestion control cubic, and this machine has unknown'],
    [null, 'bbr', 'started with TCP congestion control unknown, and this machine has bbr'],
  ] as const)
    assert.throws(
      () => demandSameMachine({ ...LOADED, congestionControl: first }, { ...HERE, congestionControl: here }),
      (error) => error instanceof MachineChanged && error.message === `campaign 7 was ${words}`,
    )
})

test('before the first load a campaign is of no machine: what is stored is replaced', () => {
  const unloaded = { ...LOADED, browserVersion: null, congestionControl: 'bbr' }
  const here = { ...HERE, capture: 'none: not allowed' }
  demandSameMachine(unloaded, here)
  assert.deepEqual(machineFacts(unloaded, here), here)
})

test('programs and captures that differ between the machines of a campaign are all named, each once', () => {
  const other = { ...HERE, versions: { node: '26.2.0', platform: 'linux-x64', towline: '0.2.0' } }
  const both = machineFacts(LOADED, { ...other, capture: 'none: not allowed' })
  assert.deepEqual(both, {
    congestionControl: 'cubic',
    versions: { node: '26.1.0; 26.2.0', platform: 'linux-x64', towline: '0.2.0' },
    capture: 'tcpdump on any; none: not allowed',
  })
  const again = machineFacts({ ...LOADED, ...both }, { ...HERE, capture: 'tcpdump on any' })
  assert.deepEqual(again, both)
})
