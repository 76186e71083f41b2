import assert from 'node:assert/strict'
import dgram from 'node:dgram'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SurveyedSite } from '../../../model/site-facts.ts'
import { serveDns } from '../../servers/dns.ts'
import { argv, linesOf, temporaryFolder, towline, towlineHere } from '../towline.ts'

const NO_SUCH_DOMAIN = 3

async function writeList(folder: string, domains: readonly string[]): Promise<string> {
  const list = join(folder, 'list.csv')
  await writeFile(list, domains.map((domain, index) => `${index + 1},${domain}\n`).join(''))
  return list
}

async function sitesOf(t: TestContext, database: string): Promise<SurveyedSite[]> {
  const { stdout } = await towlineHere(t, ['survey', 'show', '--format', 'json', '--database', database])
  return JSON.parse(stdout) as SurveyedSite[]
}

test('a live survey of more than 1,000 sites asks for a contact, and continues where it is given', async (t) => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(() => ({ rcode: NO_SUCH_DOMAIN }))
  const cwd = folder.path
  const list = await writeList(
    cwd,
    Array.from({ length: 1_001 }, (_, index) => `site${index}.test`),
  )
  const args = argv`crawl --list ${list} --resolver ${dns.address} --h3-canary none --survey-only --concurrency 32`
  const refused = await towlineHere(t, [...args, '--database', join(cwd, 'data/towline.sqlite')])
  assert.deepEqual({ code: refused.code, stdout: refused.stdout }, { code: 78, stdout: '' })
  assert.match(
    refused.stderr,
    /^towline: a live survey of 1001 sites needs .*--contact https:.*TOWLINE_CONTACT/,
  )
  assert.equal(linesOf(refused.stderr).length, 1)
  assert.deepEqual(await readdir(cwd), ['list.csv'])
  assert.deepEqual(dns.asked, [])

  const given = await towline(args, { cwd, env: { TOWLINE_CONTACT: 'https://example.org/crawl' } })
  assert.equal(given.code, 0, given.stderr)
  const sites = await sitesOf(t, join(cwd, 'data/towline.sqlite'))
  assert.equal(sites.length, 1_001)
  assert.deepEqual(new Set(sites.map(({ failure }) => failure)), new Set(['dns_nxdomain']))
})

test('the first 1,000 sites of a longer list go without a contact', async (t) => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(() => ({ rcode: NO_SUCH_DOMAIN }))
  const list = await writeList(
    folder.path,
    Array.from({ length: 1_001 }, (_, index) => `site${index}.test`),
  )
  const { code, stderr } = await towlineHere(
    t,
    argv`crawl --list ${list} --top 1000 --resolver ${dns.address} --h3-canary none --operations dns
    --concurrency 32 --survey-only --database ${join(folder.path, 'survey.sqlite')}`,
  )
  assert.equal(code, 0, stderr)
})

/** Where a survey must not go. The address is one of loopback's that nobody else listens on. */
const HERE = '127.77.0.1'
const PRIVATE: Readonly<Record<string, string>> = {
  'loopback.test': HERE,
  'ten.test': '10.0.0.1',
  'metadata.test': '169.254.169.254',
  'six.test': '::1',
  'mapped.test': '::ffff:127.77.0.1',
  'nat64.test': '64:ff9b::7f4d:1',
  'link-local.test': 'fe80::1',
  'unspecified.test': '0.0.0.0',
}

/** Counts what arrives at the ports that a survey goes to, over TCP and UDP. */
async function listenHere(): Promise<({ readonly arrived: () => number } & AsyncDisposable) | string> {
  let arrived = 0
  const servers = [80, 443].map((port) => net.createServer((socket) => socket.destroy()).listen(port, HERE))
  for (const server of servers) server.on('connection', () => arrived++)
  const udp = dgram.createSocket('udp4').on('message', () => arrived++)
  udp.bind(443, HERE)
  const close = (): void => {
    for (const server of servers) server.close()
    udp.close()
  }
  try {
    await Promise.all([...servers, udp].map((server) => once(server, 'listening')))
  } catch (error) {
    // One that did get its port would keep this process from ending.
    close()
    return `the ports 80 and 443 of ${HERE} cannot be had: ${error}`
  }
  return { arrived: () => arrived, [Symbol.asyncDispose]: async () => close() }
}

test('a name that resolves to a private address is refused before anything is sent to it', async (t) => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(({ name, type }) => {
    const address = PRIVATE[name]
    if (address === undefined) return { rcode: NO_SUCH_DOMAIN }
    const own = address.includes(':') ? 'AAAA' : 'A'
    return type === own ? { answers: [{ name, type: own, ttl: 1, data: address }] } : {}
  })
  const here = await listenHere()
  if (typeof here === 'string') return t.skip(here)
  await using counter = here
  const list = await writeList(folder.path, Object.keys(PRIVATE))
  const args = ['crawl', '--list', list, '--resolver', dns.address, '--h3-canary', 'none', '--survey-only']

  const database = join(folder.path, 'live.sqlite')
  const live = await towlineHere(t, [...args, '--database', database])
  assert.equal(live.code, 0, live.stderr)
  const sites = await sitesOf(t, database)
  assert.deepEqual(
    Object.fromEntries(sites.map(({ domain, failure }) => [domain, failure])),
    Object.fromEntries(Object.keys(PRIVATE).map((domain) => [domain, 'address_refused'])),
  )
  assert.equal(counter.arrived(), 0)

  // What is refused above is reached where it is allowed, so the counter would have seen it.
  const allowed = join(folder.path, 'allowed.sqlite')
  const own = await towlineHere(t, [...args, '--database', allowed, '--allow-address', `${HERE}/32`])
  assert.equal(own.code, 0, own.stderr)
  assert.ok(counter.arrived() > 0)
})
