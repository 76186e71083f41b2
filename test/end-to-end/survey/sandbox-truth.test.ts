import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { LIMITS } from '../../../crawler/network/limits.ts'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { FAILURE_CODES, type FailureCode } from '../../../model/failure-codes.ts'
import { argv } from '../../cli/towline.ts'
import { BROWSER_CODES } from '../sandbox/browser-codes.ts'
import { differences, type SandboxSurvey, surveySandbox } from './sandbox-survey.ts'

let sandbox: Sandbox
let survey: SandboxSurvey

before(async () => {
  sandbox = await openSandbox()
  survey = await surveySandbox(sandbox)
})
after(async () => {
  await sandbox?.[Symbol.asyncDispose]()
})

test('every fact that the survey finds in the sandbox is true, and every bad site has its right failure code', () => {
  assert.deepEqual(differences(sandbox, survey), [])
})

/** What the sandbox's servers are made of; the zoo's are many, and made to be like nobody's. */
const STACKS: Readonly<Record<Sandbox['sites'][number]['server'], string | null>> = {
  ...{ caddy: 'Go net/http', nginx: 'nginx', apache: 'Apache httpd', lighttpd: 'lighttpd' },
  ...{ zoo: null, hard: null, none: null },
}

test('every stack that is named is the right one, and each server that answers over HTTP/2 is named', () => {
  const servers = new Map(sandbox.sites.map(({ domain, server }) => [domain, server]))
  // A final origin elsewhere may be another server's.
  const own = survey.sites.filter(({ domain, redirects, h2 }) => {
    return redirects === 0 && h2 === true && servers.has(domain)
  })
  const wrong = own.filter(({ domain, stack }) => stack !== STACKS[servers.get(domain) ?? 'none'])
  assert.deepEqual(
    wrong.map(({ domain, stack }) => `${domain}: ${stack}`),
    [],
  )
  assert.ok(own.filter(({ stack }) => stack !== null).length >= 50, `${own.length} sites`)
})

test('HTTP/3 is named after Caddy’s stack and, where the client tells the order of parameters, the zoo’s', () => {
  const servers = new Map(sandbox.sites.map(({ domain, server }) => [domain, server]))
  const own = survey.sites.filter(({ redirects, h3Handshake }) => redirects === 0 && h3Handshake === true)
  // The zoo’s is quiche.
  const zoos = survey.versions.quic?.includes('quinn') ? 'quiche' : null
  const wrong = own.filter(
    ({ domain, h3Stack }) => h3Stack !== (servers.get(domain) === 'caddy' ? 'quic-go' : zoos),
  )
  assert.deepEqual(
    wrong.map(({ domain, h3Stack }) => `${domain}: ${h3Stack}`),
    [],
  )
  assert.ok(own.filter(({ h3Stack }) => h3Stack !== null).length >= 10, `${own.length} sites`)
})

test('certificates are counted as they are sent: one, or with sixteen roots after it', async () => {
  const rootBytes = new X509Certificate(await readFile(sandbox.caFile)).raw.length
  const chainOf = (domain: string) => survey.sites.find((site) => site.domain === domain)?.chainBytes ?? 0
  const leafBytes = [chainOf('handshake-light.test'), chainOf('handshake-heavy.test') - 16 * rootBytes]
  // The two differ by their names, and each by the lengths of its serial number and signature.
  for (const bytes of leafBytes) assert.ok(bytes > 400 && bytes < 600, leafBytes.join(' '))
})

test('no visit went wrong for a reason of ours', () => {
  const unknown = [...survey.rows].flatMap(([domain, rows]) =>
    rows
      .filter(({ failure }) => failure === 'unknown_failure')
      .map(({ operation, detail }) => `${domain} ${operation}: ${detail}`),
  )
  assert.deepEqual(unknown, [])
})

test('nothing that is recorded holds a password, query or fragment of a redirect’s URL', () => {
  for (const domain of ['redirect-secret.test', 'redirect-queries.test']) {
    const rows = survey.rows.get(domain) ?? []
    assert.ok(rows.length > 0)
    assert.doesNotMatch(JSON.stringify(rows), /secret(?!\.test)/, domain)
  }
  const paths = (survey.rows.get('redirect-queries.test') ?? []).flatMap(({ path }) => path ?? [])
  assert.ok(paths.includes('/?1') && paths.includes('/?2'), paths.join(' '))
})

test('a site gets no more than 7 TCP connections, 20 attempts at them, and 4 QUIC connections; one where TCP answers and the request is not rejected', () => {
  for (const [domain, rows] of survey.rows) {
    const attempts = rows.filter(({ operation, durationMs }) => operation === 'tcp' && durationMs !== null)
    const tcp = attempts.filter(({ failure }) => failure === null)
    assert.ok(attempts.length <= LIMITS.tcpAttempts, `${domain}: ${attempts.length} attempts over TCP`)
    const overQuic = rows.filter(({ operation, durationMs }) => operation === 'http3' && durationMs !== null)
    const quic = new Set(overQuic.map(({ connection }) => connection))
    const isWithoutTcp = rows.some(
      ({ scheme, failure }) => scheme === 'https' && /^(tcp|tls|http)_/.test(failure ?? ''),
    )
    assert.ok(tcp.length <= 7, `${domain}: ${tcp.length} TCP connections`)
    const isRejected = overQuic.some(({ detail }) => /H3_REQUEST_REJECTED|GOAWAY/.test(detail ?? ''))
    const most = isWithoutTcp ? LIMITS.quicAttempts : isRejected ? 2 : 1
    assert.ok(quic.size <= most, `${domain}: ${quic.size} QUIC connections`)
  }
})

test('where robots.txt cannot be read no page is asked for, over HTTP/1.1, HTTP/2 or HTTP/3', () => {
  const unreadable = [
    'robots-silent',
    'robots-closed',
    'robots-truncated',
    'robots-silent-h3',
    'robots-all-h3',
  ]
  for (const name of unreadable) {
    const rows = survey.rows.get(`${name}.test`) ?? []
    const asked = rows.filter(({ path, durationMs }) => path !== null && durationMs !== null)
    assert.ok(asked.length > 0, name)
    assert.deepEqual(new Set(asked.map(({ path }) => path)), new Set(['/robots.txt']), name)
  }
})

test('nothing is connected to that is not an address of the sandbox', () => {
  const outside = [...survey.rows.values()]
    .flat()
    .filter(
      ({ address, durationMs, failure }) =>
        address !== null && durationMs !== null && failure !== 'address_refused',
    )
    .filter(({ address }) => !/^(198\.1[89]\.|2001:2:)/.test(address ?? ''))
  assert.deepEqual(outside, [])
})

/**
 * What only happens when the user asks for it, where something is missing (no-quic.slow.test.ts,
 * starved.slow.test.ts), or never should.
 */
const BY_OPTION: readonly FailureCode[] = ['opted_out', 'site_timeout']
const WITHOUT_PART: readonly FailureCode[] = ['quic_unavailable', 'client_busy']
const NEVER: readonly FailureCode[] = ['unknown_failure']

function codesOf({ rows }: SandboxSurvey): Set<FailureCode> {
  return new Set([...rows.values()].flat().flatMap(({ failure }) => (failure === null ? [] : [failure])))
}

test('every failure code but those of the browser is produced by a real server', () => {
  const produced = codesOf(survey)
  const others = [...BY_OPTION, ...WITHOUT_PART, ...NEVER, ...BROWSER_CODES]
  assert.deepEqual(
    FAILURE_CODES.filter((code) => !produced.has(code)),
    FAILURE_CODES.filter((code) => others.includes(code)),
  )
})

test('a site on the opt-out list is not contacted, and one that takes longer than its limit is cut off there', async () => {
  const folder = dirname(sandbox.listFile)
  const [optOut, list] = [join(folder, 'opt-out.txt'), join(folder, 'two-sites.csv')]
  await writeFile(optOut, '# asked by mail\nall-three.test\n')
  await writeFile(list, '1,all-three.test\n2,accept-silent.test\n')
  const flags = argv`--list ${list} --opt-out ${optOut} --timeout 1500ms --h3-canary none`
  const { rows } = await surveySandbox(sandbox, flags)
  const optedOut = rows.get('all-three.test') ?? []
  assert.equal(optedOut[0]?.failure, 'opted_out')
  assert.deepEqual(
    optedOut.filter(({ durationMs }) => durationMs !== null),
    [],
  )
  const cutOff = rows.get('accept-silent.test') ?? []
  assert.ok(cutOff.some(({ failure }) => failure === 'site_timeout'))
})
