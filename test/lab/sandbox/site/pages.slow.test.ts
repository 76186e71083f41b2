import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { picture } from '../../../../lab/files/picture.ts'
import { openSandbox } from '../../../../lab/sandbox/open.ts'
import type { SandboxSite } from '../../../../lab/sandbox/site/truth.ts'
import { curl, inside, resolveAll } from '../../../end-to-end/sandbox/inside.ts'
import { opened } from '../../../opened.ts'

const LOADS = 5
/** A timer counts from when its process last looked at the clock: a busy one's is early. */
const TIMER_MS = 10

describe('pages are made as their truth says, for tools that are not ours', () => {
  let knownPages: SandboxSite[]
  const sandbox = opened(openSandbox, async () => {
    knownPages = sandbox.pages.filter(({ page }) => page?.bodyBytes !== undefined)
  })

  /** URLs of the page and its parts, and the bytes and seconds of each over that version of HTTP. */
  async function loadAll(domain: string, flag: string) {
    const start = `https://${domain}/`
    const { stdout } = await curl(sandbox, start)
    const parts = [...stdout.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map((match) => match[1] ?? '')
    const urls = [start, ...parts.map((part) => new URL(part, start).href)]
    const hosts = [...new Set(urls.map((url) => new URL(url).hostname))]
    const known = await resolveAll(sandbox, hosts)
    const resolveFlags = [...known].flatMap(([host, addresses]) => [
      '--resolve',
      `${host}:443:${addresses[0]}`,
    ])
    const write =
      '%{http_version} %{http_code} %{size_download} %{time_starttransfer} %{time_pretransfer} %{content_type}\\n'
    const each = urls.flatMap((url) => ['--output', '/dev/null', url])
    const result = await inside(
      sandbox,
      'curl',
      '--silent',
      '--show-error',
      '--cacert',
      sandbox.caFile,
      flag,
      ...resolveFlags,
      '--write-out',
      write,
      ...each,
    )
    assert.equal(result.code, 0, result.stderr)
    const answers = result.stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    for (const [, status] of answers) assert.equal(status, '200')
    return { urls, hosts, answers }
  }

  test('there are pages of twelve, sixty, a hundred and three parts, of one large and of one late part', () => {
    assert.deepEqual(
      knownPages.map(({ domain }) => domain),
      [
        'page-12.test',
        'page-60-4.test',
        'page-delay.test',
        'page-mixed.test',
        'page-103.test',
        'page-1mb.test',
      ],
    )
    for (const { domain } of knownPages)
      assert.ok(
        sandbox.sites.some((site) => site.domain === domain),
        domain,
      )
  })

  test('requests, hosts, bytes and protocols are those of the truth', async () => {
    for (const { domain, page } of knownPages) {
      for (const [arm, flag, version] of [
        ['h1', '--http1.1', '1.1'],
        ['h2', '--http2', '2'],
      ] as const) {
        const { urls, hosts, answers } = await loadAll(domain, flag)
        assert.equal(urls.length, page?.requests, domain)
        assert.equal(hosts.length, page?.domains, domain)
        const bytes = answers.reduce((sum, [, , size]) => sum + Number(size), 0)
        assert.equal(bytes, page?.bodyBytes, domain)
        const count = page?.protocols?.[arm][arm === 'h1' ? 'http/1.1' : 'h2']
        assert.equal(answers.filter(([spoken]) => spoken === version).length, count, `${domain} ${arm}`)
      }
    }
  })

  test('the late part is answered after its delay, and no other', async () => {
    // The least of several: what a server waits it waits each time, a busy machine does not.
    let waitsMs: number[] = []
    for (let n = 0; n < LOADS; n += 1) {
      const { answers } = await loadAll('page-delay.test', '--http2')
      const ms = answers.map(([, , , first, ready]) => 1000 * (Number(first) - Number(ready)))
      waitsMs = ms.map((each, part) => Math.min(each, waitsMs[part] ?? Infinity))
    }
    const late = waitsMs.filter((ms) => ms >= 150)
    assert.equal(late.length, 1, `${waitsMs}`)
    const [ms = 0] = late
    assert.ok(ms >= 180 - TIMER_MS && ms < 230, `${waitsMs}`)
  })

  test('the page of twelve parts comes in clear text as well, its parts too', async () => {
    const result = await curl(sandbox, 'http://page-12.test/')
    assert.match(result.stderr, /^1\.1 200 4000$/m)
    assert.match((await curl(sandbox, 'http://page-12.test/12.png')).stderr, /^1\.1 200 10000$/m)
  })

  test('a site for browsers alone is in no list, and answers', async () => {
    const names = new Set(sandbox.sites.map(({ domain }) => domain))
    const browserOnly = sandbox.pages.filter(({ domain }) => !names.has(domain))
    assert.ok(browserOnly.length >= 15)
    for (const [domain, status, header] of [
      ['page-alert.test', 200, /content-type: text\/html/],
      ['page-download.test', 200, /content-disposition: attachment/],
      ['page-no-content.test', 204, /server/],
      ['page-429.test', 429, /retry-after: 1\r/],
      ['page-503.test', 503, /retry-after: Fri, 01 Jan 2038 00:00:00 GMT/],
    ] as const) {
      const result = await curl(sandbox, `https://${domain}/`, ['--head'])
      assert.ok(result.stderr.includes(` ${status} `), `${domain}: ${result.stderr}`)
      assert.match(result.stdout, header, domain)
    }
  })
})

test('a picture has exactly its bytes, and is one for the program that looks at files', () => {
  for (const sizeBytes of [100, 10_000, 1_000_000]) {
    const file = picture(sizeBytes)
    assert.equal(file.length, sizeBytes)
    assert.equal(file.toString('latin1', 1, 4), 'PNG')
    assert.equal(file.toString('latin1', sizeBytes - 8, sizeBytes - 4), 'IEND')
  }
  assert.throws(() => picture(10), RangeError)
})
