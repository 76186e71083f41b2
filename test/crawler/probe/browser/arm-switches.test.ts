import assert from 'node:assert/strict'
import { test } from 'node:test'
import { armSwitches } from '../../../../crawler/probe/browser/arm-switches.ts'
import type { Arm } from '../../../../model/arm.ts'

const ORIGINS = { forced: ['a.test', 'b.test'], privateRoot: ['a.test'] }

for (const [arm, has, hasNot] of [
  ['http', '--disable-features=UseDnsHttpsSvcb', '--enable-quic'],
  ['h1', '--disable-http2', '--enable-quic'],
  ['h2', '--disable-quic', '--disable-http2'],
  ['h3', '--origin-to-force-quic-on=a.test:443,b.test:443', '--disable-quic'],
  ['recorded', '--origin-to-force-quic-on=a.test:443,b.test:443', '--disable-http2'],
  ['h3-altsvc', '--origin-to-force-quic-on=a.test:1', '--disable-quic'],
] as const)
  test(`the arm ${arm} is started with ${has}`, () => {
    const switches = armSwitches(arm, ORIGINS)
    assert.ok(switches.includes(has), switches.join(' '))
    assert.ok(!switches.includes(hasNot))
  })

test('a port stands behind its host, and an IPv6 address forces all origins', () => {
  const switchesOf = (arm: Arm, ...hosts: string[]) =>
    armSwitches(arm, { forced: hosts, privateRoot: hosts }).filter((each) => each.includes('quic-on'))
  assert.deepEqual(switchesOf('h3', 'a.test:8443', '192.0.2.7'), [
    '--origin-to-force-quic-on=a.test:8443,192.0.2.7:443',
  ])
  assert.deepEqual(switchesOf('h3', '[2001:db8::7]'), ['--origin-to-force-quic-on=*,[2001:db8::7]:443'])
  assert.deepEqual(switchesOf('recorded', '[2001:db8::7]'), ['--origin-to-force-quic-on=[2001:db8::7]:443'])
  assert.deepEqual(switchesOf('h3-altsvc', 'a.test:8443', '[2001:db8::7]'), [
    '--origin-to-force-quic-on=a.test:1,[2001:db8::7]:1',
  ])
})

test('a recording forces all origins where that forces no other', () => {
  const hosts = ['a.test', '[2001:db8::7]']
  const quicOn = (forced: readonly string[], forcedAreAll: boolean) =>
    armSwitches('recorded', { forced, forcedAreAll, privateRoot: forced }).filter((each) =>
      each.includes('quic-on'),
    )
  assert.deepEqual(quicOn(hosts, true), ['--origin-to-force-quic-on=*,a.test:443,[2001:db8::7]:443'])
  assert.deepEqual(quicOn(hosts, false), ['--origin-to-force-quic-on=a.test:443,[2001:db8::7]:443'])
  assert.deepEqual(quicOn(['a.test'], true), ['--origin-to-force-quic-on=a.test:443'])
})

test('where no origin is forced, no list of them is given', () => {
  for (const arm of ['h3', 'h3-altsvc'] as const)
    assert.deepEqual(armSwitches(arm, { forced: [], privateRoot: [] }), ['--enable-quic'])
})
