import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadOptOut, type OptOut, OptOutError } from '../../../crawler/list/opt-out.ts'
import { temporaryFolder } from './temporary-folder.ts'

async function optOut(t: TestContext, text: string): Promise<OptOut> {
  const file = join(await temporaryFolder(t), 'opt-out.txt')
  await writeFile(file, text)
  return loadOptOut(file)
}

test('without a list nobody opted out', async () => {
  const none = await loadOptOut(null)
  assert.deepEqual([none.count, none.domain('example.com'), none.address('192.0.2.1')], [0, false, false])
})

test('a domain opts out with all its subdomains, and with nothing else', async (t) => {
  const { domain, count } = await optOut(
    t,
    '\uFEFF# asked by mail\r\nExample.COM\r\n\r\n*.example.org # all\r\nbücher.de.\r\n',
  )
  assert.equal(count, 3)
  for (const host of [
    'example.com',
    'EXAMPLE.com.',
    'www.example.com',
    'a.b.example.com',
    '_dmarc.example.com',
  ]) {
    assert.equal(domain(host), true, host)
  }
  for (const host of ['example.org', 'www.example.org', 'xn--bcher-kva.de', 'www.bücher.de']) {
    assert.equal(domain(host), true, host)
  }
  for (const host of ['notexample.com', 'example.com.evil.net', 'com', 'example.net', '']) {
    assert.equal(domain(host), false, host)
  }
})

test('addresses, prefixes and ranges opt out, in every form in which an address may come', async (t) => {
  const { address, domain, count } = await optOut(
    t,
    '192.0.2.7\n198.51.100.77/24\n203.0.113.10 - 203.0.113.20\n2001:db8::/32\n2001:db9::1-2001:db9::ff\n',
  )
  assert.equal(count, 5)
  for (const ip of [
    '192.0.2.7',
    '198.51.100.0',
    '198.51.100.255',
    '203.0.113.10',
    '203.0.113.20',
    '2001:db8:1::1',
  ]) {
    assert.equal(address(ip), true, ip)
  }
  for (const ip of [
    '::ffff:192.0.2.7',
    '::ffff:c000:207',
    '64:ff9b::192.0.2.7',
    '2001:DB8::1%eth0',
    '2001:db9::80',
  ]) {
    assert.equal(address(ip), true, ip)
  }
  for (const ip of [
    '192.0.2.8',
    '198.51.101.0',
    '203.0.113.21',
    '2001:db9::100',
    '64:ff9b::192.0.2.8',
    '::1',
  ]) {
    assert.equal(address(ip), false, ip)
  }
  assert.equal(domain('192.0.2.7'), true)
  assert.equal(domain('[2001:db8::5]'), true)
  assert.equal(domain('192.0.2.8'), false)
})

test('what is no address is not sent anything', async (t) => {
  assert.equal((await optOut(t, 'example.com\n')).address('not-an-address'), true)
})

test('a line that cannot be read is fatal and named: ignoring it would visit somebody who asked us not to', async (t) => {
  for (const line of [
    'https://example.com/',
    'exa mple.com',
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2.256',
    '192.0.2',
    '203.0.113.20-203.0.113.10',
    '192.0.2.1-2001:db8::1',
    'me@example.com',
    '010.0.0.1',
  ]) {
    await assert.rejects(
      optOut(t, `good.example\n# comment\n${line}\n`),
      (error) =>
        error instanceof OptOutError &&
        error.line === 3 &&
        error.exitCode === 65 &&
        /opt-out\.txt:3: /.test(error.message),
      line,
    )
  }
})

test('a list that is not there is fatal', async (t) => {
  const folder = await temporaryFolder(t)
  await assert.rejects(
    loadOptOut(join(folder, 'none.txt')),
    (error) => error instanceof OptOutError && error.line === null && error.exitCode === 66,
  )
  await assert.rejects(loadOptOut(folder), OptOutError)
})
