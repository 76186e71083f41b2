import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { demandSandbox } from '../../../cli/prepare/in-sandbox.ts'
import { machineCongestionControl, machineVersions } from '../../../cli/prepare/machine-facts.ts'
import { addProbeOptions, demandArms, type ProbeOptions } from '../../../cli/probe/probe-options.ts'

const parsed = (...args: string[]): ProbeOptions =>
  addProbeOptions(new Command('probe').exitOverride().configureOutput({ writeErr() {} }))
    .parse(args, { from: 'user' })
    .opts<ProbeOptions>()

test('arms are taken once each, memory in megabytes, shares of cores and intervals as fractions', () => {
  const options = parsed(
    '--arms',
    'h2,h1,h2',
    '--max-memory',
    '500',
    '--busy-limit',
    '.25',
    '--until-ci',
    '3%',
  )
  assert.deepEqual(options.arms, ['h2', 'h1'])
  assert.deepEqual([options.maxMemory, options.busyLimit, options.untilCi], [500_000_000, 0.25, 0.03])
})

test('values out of range are refused', () => {
  const cases = [
    ['--arms', 'h4'],
    ['--arms', ''],
    ['--max-memory', '299'],
    ['--busy-limit', '0'],
    ['--busy-limit', '1.1'],
    ['--rounds', '0'],
    ['--until-ci', '0%'],
  ]
  for (const args of cases)
    assert.throws(() => parsed(...args), /invalid|must be|is not one of/, args.join(' '))
})

test('a browser that runs already has one arm, and is not started for each load', () => {
  const connect = ['--connect', 'http://127.0.0.1:9222']
  assert.throws(() => demandArms(parsed(...connect)), /needs one arm/)
  assert.throws(
    () => demandArms(parsed(...connect, '--arms', 'h1', '--cold-browser')),
    /cannot be given together/,
  )
  assert.doesNotThrow(() => demandArms(parsed(...connect, '--arms', 'h1')))
  assert.doesNotThrow(() => demandArms(parsed('--cold-browser')))
})

test('options of the sandbox need it', () => {
  const link = { rttMs: 10 } as never
  assert.throws(() => demandSandbox({ link }), /--link needs --sandbox/)
  assert.throws(() => demandSandbox({ sandboxSites: 3 }), /--sandbox-sites needs --sandbox/)
  assert.doesNotThrow(() => demandSandbox({ sandbox: true, link, sandboxSites: 3 }))
  assert.doesNotThrow(() => demandSandbox({}))
})

test('facts of the machine are known, or null', () => {
  assert.equal(machineVersions().node, process.versions.node)
  const congestionControl = machineCongestionControl()
  if (process.platform === 'linux') assert.match(congestionControl ?? '', /^\w+$/)
  else assert.equal(congestionControl, null)
})
