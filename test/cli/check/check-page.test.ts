import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { armsForPage, fileNameOf, readAskedPage } from '../../../cli/check/asked-page.ts'
import { conditions } from '../../../cli/check/check-conditions.ts'
import { addCheckOptions, type CheckOptions, runOptionsOf } from '../../../cli/check/check-options.ts'
import { checkPage } from '../../../cli/check/check-page.ts'
import { checkLines } from '../../../cli/check/run-check.ts'
import { pageUrl } from '../../../crawler/survey/http/asked-page.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { linesOf, temporaryFolder, towlineHere } from '../towline.ts'
import { campaignOf, factsOf, reportOf } from './check-data.ts'

test('the page holds verdicts, chart, table and conditions, and needs no other file', () => {
  const html = checkPage(reportOf(), '1.2.3')
  assert.match(html, /<li>HTTP\/2 is faster than HTTP\/1\.1 by 200 ms/)
  assert.match(html, /<svg[^>]*role="img"/)
  assert.match(html, /<th scope="row">HTTP\/2<\/th><td>6<\/td><td>0<\/td><td>800<\/td><td>1\.25<\/td>/)
  assert.match(html, /<dt>when<\/dt><dd>2026-11-22 19:26 UTC<\/dd>/)
  assert.match(html, /towline 1\.2\.3, campaign 3, seed 7/)
  assert.doesNotMatch(html, /<script|<link|src=|url\(|@import/)
})

test('texts of others are escaped everywhere', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&'
  const html = checkPage(
    reportOf({
      domain: hostile,
      url: hostile,
      facts: factsOf({ h1: true }),
      leftOut: [{ arm: 'h3', reason: hostile }],
      campaign: campaignOf({ browserVersion: hostile, vantage: hostile }),
    }),
    '1.2.3',
  )
  assert.ok(!html.includes('<img'))
  assert.equal(html.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;').length - 1, 6)
})

test('a notice says that it is the sandbox, and another that it was stopped; else there is none', () => {
  const cases: [Parameters<typeof campaignOf>[0], RegExp[]][] = [
    [{}, []],
    [{ sandbox: true }, [/Measured in the sandbox/]],
    [{ sandbox: true, state: 'stopped' }, [/Measured in the sandbox/, /stopped before its end/]],
  ]
  for (const [changes, expected] of cases) {
    const html = checkPage(reportOf({ campaign: campaignOf(changes) }), '1')
    const notices = html.match(/<p class="notice">.*<\/p>/g) ?? []
    assert.equal(notices.length, expected.length)
    for (const [i, notice] of expected.entries()) assert.match(notices[i] ?? '', notice)
  }
})

/** The options as a check gets them. */
function parsed(...args: string[]): CheckOptions {
  return addCheckOptions(new Command('check')).parse(args, { from: 'user' }).opts<CheckOptions>()
}

test('six rounds are the default, and fewer are refused with the reason', async (t) => {
  assert.equal(parsed().rounds, 6)
  assert.equal(parsed('--rounds', '40').rounds, 40)
  for (const rounds of ['0', '1', '5']) {
    const { code, stderr } = await towlineHere(t, ['check', 'a.test', '--rounds', rounds])
    assert.equal(code, 64)
    assert.match(stderr, /must be 6 or more: fewer rounds give no verdict/)
  }
})

test('a check asks for one site, one connection at a time, with a pause, and writes to a database of its own', () => {
  const options = runOptionsOf(parsed('--pause', '3s'), 'data/checks/a.test.sqlite')
  assert.deepEqual([options.concurrency, options.perAddress, options.pause], [1, 1, 3_000])
  assert.deepEqual([options.database, options.robots], ['data/checks/a.test.sqlite', true])
})

test('what is no name of a site is refused before anything is visited or written', async (t) => {
  await using folder = await temporaryFolder()
  for (const site of ['', 'not a name', '127.0.0.1', 'https://', 'a..test', '\u001b[2J']) {
    const { code, stderr } = await towlineHere(t, ['check', '--folder', folder.path, '--', site])
    assert.equal(code, 64, site)
    assert.match(
      stderr,
      /^towline: '.*' is (not the name of a site \(.*\)|neither the name of a site nor the URL of a page)\n$/,
    )
  }
  const { code } = await towlineHere(t, ['check', 'a.test', '--link', 'rtt=10ms'])
  assert.equal(code, 64)
})

const read = (typed: string) => {
  const { page, isHome } = readAskedPage(typed)
  return [pageUrl(page), isHome]
}

test('a page is what was typed: scheme, port, path and query', () => {
  for (const [typed, url, isHome] of [
    ['a.test', 'https://a.test/', true],
    ['HTTPS://A.test:443', 'https://a.test/', true],
    ['a.test/shop', 'https://a.test/shop', false],
    ['a.test:8443', 'https://a.test:8443/', false],
    ['https://a.test:8443/shop?a=1&b=%20', 'https://a.test:8443/shop?a=1&b=%20', false],
    ['https://a.test/?q=1', 'https://a.test/?q=1', false],
    ['http://a.test', 'http://a.test/', false],
    ['http://localhost:8080/x', 'http://localhost:8080/x', false],
    ['münchen.example', 'https://xn--mnchen-3ya.example/', true],
  ] as const)
    assert.deepEqual(read(typed), [url, isHome], typed)
})

test('what is not measured is refused in one line, with exit code 64', async (t) => {
  for (const [args, message] of [
    [['ftp://a.test/'], /has the scheme ftp: pages over https and http are checked/],
    [['https://me:secret@a.test/'], /has a user name or password: these are not sent/],
    [['https://a.test/#shop'], /has a fragment, which no server sees: leave it out/],
    [['a.test:25'], /has port 25, which browsers refuse/],
    [['https://127.0.0.1:8443/'], /is not the name of a site \(an IP address, not a name\)/],
    [['not a name'], /is neither the name of a site nor the URL of a page/],
    [['http://a.test/', '--arms', 'h1,h2'], /--arms h1: browsers speak HTTP\/2 and HTTP\/3 over TLS alone/],
  ] as const)
    await t.test(args.join(' '), async (t) => {
      const { code, stdout, stderr } = await towlineHere(t, ['check', ...args])
      assert.deepEqual([code, stdout, linesOf(stderr).length], [64, '', 1], stderr)
      assert.match(stderr, message)
    })
})

test('in clear text the one arm is HTTP/1.1 in clear text', () => {
  const { page } = readAskedPage('http://a.test/')
  assert.deepEqual(armsForPage(page, ['h1', 'h2', 'h3'], false), ['http'])
  assert.deepEqual(armsForPage(page, ['http'], true), ['http'])
  assert.deepEqual(armsForPage(readAskedPage('a.test').page, ['h1', 'h3'], true), ['h1', 'h3'])
})

test('two pages have two files, whatever their URLs are made of', () => {
  const nameOf = (typed: string): string => {
    const { page, isHome } = readAskedPage(typed)
    return fileNameOf(page, isHome)
  }
  assert.equal(nameOf('a.test'), 'a.test')
  const typed = ['a.test/a/b', 'a.test/a?b', 'a.test:8443/a', 'http://a.test/', `a.test/${'x'.repeat(3_000)}`]
  const names = typed.map(nameOf)
  assert.equal(new Set(names).size, typed.length)
  for (const name of names) assert.match(name, /^a\.test[a-z0-9._-]{1,110}$/)
})

test('the verdicts come first, then the table, then the conditions', () => {
  const text = checkLines(reportOf(), null).join('\n')
  assert.match(text, /^\na\.test: Answers HTTP\/1\.1, HTTP\/2, HTTP\/3; /)
  assert.match(
    text,
    /HTTP\/2 is faster than HTTP\/1\.1 by 200 ms[\s\S]*\nprotocol +loads[\s\S]*\nrounds: 6, /,
  )
  assert.match(text, /\nHTTP\/1\.1 +6 +0 +1000 +– +–\nHTTP\/2 +6 +0 +800 +1\.25 +1\.\d+–1\.\d+\n/)
})

test('on a terminal of 80 columns no line is longer; piped, a verdict stays on one line', () => {
  for (const line of checkLines(reportOf(), 80).join('\n').split('\n')) assert.ok(line.length <= 80, line)
  const piped = checkLines(reportOf(), null)
  assert.ok(piped.some((line) => line.startsWith('HTTP/2 is faster') && line.endsWith('rounds).')))
})

test('a site cannot move the cursor', () => {
  const text = checkLines(reportOf({ domain: 'a\u001b[2J.test' }), 80).join('\n')
  assert.ok(!text.includes('\u001b'))
})

test('conditions say page, time, rounds, browser, network, and where from', () => {
  assert.deepEqual(conditions({ ...reportOf(), campaign: campaignOf({ vantage: 'home' }) }), [
    ['page', 'https://a.test/'],
    ['when', '2026-11-22 19:26 UTC'],
    ['rounds', '6, in random order, 1 s between loads; every load cold'],
    ['browser', 'Chrome 156'],
    ['network', 'internet'],
    ['from', 'home'],
  ])
})

test('rounds are those that were loaded, not those that a parked site was spared', () => {
  const arms = reportOf().arms.map((arm) => ({
    ...arm,
    ...{ valid: 2, invalid: 0, failed: 13, leftOut: [{ reason: 'parked' as const, samples: 13 }] },
  }))
  assert.match(new Map(conditions(reportOf({ arms }))).get('rounds') ?? '', /^2, in random order/)
})

test('the sandbox and its emulated link are named, with the full round-trip time', () => {
  const condition = parseLink('rtt=40ms,down=20,up=10')
  const conditionsOf = (link: object | null) =>
    new Map(
      conditions({ url: '', arms: [], campaign: campaignOf({ sandbox: true, browserVersion: null, link }) }),
    )
  assert.equal(conditionsOf(null).get('network'), 'own network or sandbox, not the internet')
  assert.equal(conditionsOf(null).get('browser'), 'unknown')
  assert.match(conditionsOf({ condition }).get('network') ?? '', /emulated link 40 ms RTT, 20\/10 Mbit\/s/)
  assert.match(conditionsOf({}).get('network') ?? '', /emulated link of unknown condition/)
})

test('conditions say that screenshots were taken, where they were', () => {
  const named = (options: object) =>
    new Map(conditions({ url: '', arms: [], campaign: campaignOf({ options }) })).get('screenshots')
  assert.equal(named({ filmstrip: true }), 'taken during every load, which can slow it')
  assert.equal(named({}), undefined)
})
