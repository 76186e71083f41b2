import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { planHosts } from '../../../lab/sandbox/site/hosts.ts'
import { readSites } from '../../../lab/sandbox/site/sites.ts'
import { opened } from '../../opened.ts'
import { ask, askAll, curl, inside, resolveAll, type Said, SILENT } from './inside.ts'

const specs = readSites()
const MIB = 1024 * 1024

describe('the truth of the sandbox holds for tools that are not ours', { concurrency: 4 }, () => {
  let known: Map<string, string[]>
  const get = (url: string, ...flags: string[]): Promise<Said> => curl(sandbox, url, flags, known)
  const addressOf = (name: string): string => known.get(name)?.[0] ?? ''
  const sandbox = opened(
    () => openSandbox({ sites: specs.length + 40 }),
    async () => {
      const replicas = sandbox.sites.slice(specs.length).map((site) => site.domain)
      const names = planHosts(specs, false)
        .filter(({ spec }) => !spec.dns)
        .map((host) => host.name)
      known = await resolveAll(sandbox, [...names, ...replicas])
    },
  )

  /**
   * Healthy over TCP: curl can judge them. Those whose answer takes long, has no end, is a redirect or comes on a second
   * connection alone (curl waits on the one that GOAWAY was sent on) are left out.
   */
  const slow = /late|endless|a-byte-a-second|truncated|^flip|^mixed-private|^dead-first|^redirect-|^h2-leaves/
  const judged = specs.filter(
    ({ domain, facts }) =>
      facts.reachable && facts.status === 200 && !facts.h2Failure?.startsWith('h2_g') && !slow.test(domain),
  )
  for (const { domain, facts } of judged) {
    test(`${domain}: ${facts.h1 ? 'HTTP/1.1' : 'no HTTP/1.1'}, ${facts.h2 ? 'HTTP/2' : 'no HTTP/2'}`, async () => {
      const origin = facts.finalOrigin?.replace('{domain}', domain) ?? ''
      const noH1 = facts.h1 === false && origin.startsWith('https')
      const h1 = await get(`${origin}/`, '--http1.1', ...(noH1 ? SILENT : []))
      if (noH1) assert.notEqual(h1.code, 0)
      else assert.match(h1.stderr, /^1(\.[01])? 200 [1-9]/m)
      if (facts.h1 === false || !origin.startsWith('https')) return
      const h2Fails = !facts.h2 && facts.h2Failure !== 'h2_not_negotiated'
      const h2 = await get(`${origin}/`, '--http2', ...(h2Fails ? SILENT : []))
      if (facts.h2) assert.match(h2.stderr, /^2 200 [1-9]/m)
      else if (facts.h2Failure === 'h2_not_negotiated') assert.match(h2.stderr, /^1(\.[01])? 200 [1-9]/m)
      else assert.notEqual(h2.code, 0)
    })
  }

  for (const domain of ['dead-first-address.test', 'dead-first-addresses.test'])
    test(`${domain}: a client that tries all addresses reaches it`, async () => {
      // Of the time that is left curl gives each address half.
      const said = await get(`https://${domain}/`, '--http2', '--connect-timeout', '6')
      assert.match(said.stderr, /^2 200 [1-9]/m)
    })

  for (const domain of ['status-404', 'status-403', 'status-500', 'status-503'])
    test(`${domain}.test answers with that status`, async () => {
      const said = await get(`https://${domain}.test/`, '--http2')
      assert.ok(said.stderr.includes(` ${domain.slice(-3)} `), said.stderr)
      assert.match((await get(`https://${domain}.test/robots.txt`)).stderr, / 404 /)
    })

  test('redirects lead where they should', async () => {
    const locations = [
      ['http://http-to-https.test/a?b', 'https://http-to-https.test/a?b'],
      ['http://h2-lighttpd.test/a?b', 'https://h2-lighttpd.test/a?b'],
      ['http://h2-caddy.test/a?b', 'https://h2-caddy.test/a?b'],
      ['http://h2-apache.test/a', 'https://h2-apache.test/a'],
      ['https://apex-to-www.test/', 'https://www.apex-to-www.test/'],
      ['http://apex-no-443.test/', 'https://www.apex-no-443.test/'],
      ['https://brand.example/', 'https://www.brand.test/'],
      ['https://redirect-loopback.test/', 'http://127.0.0.1/'],
      ['https://redirect-metadata.test/', 'http://169.254.169.254/latest/meta-data/'],
      ['https://redirect-invalid.test/', 'https://[bad/'],
    ] as const
    for (const [url, to] of locations) {
      const { stdout } = await get(url, '--head')
      assert.equal(/^location: (.*)$/im.exec(stdout)?.[1]?.trim(), to, url)
    }
  })

  test('robots.txt is a quick 404 where a fault is to show on the page', async () => {
    for (const domain of ['no-answer.test', 'big-headers.test', 'empty-reply.test', 'h2-reset.test']) {
      assert.match((await get(`https://${domain}/robots.txt`)).stderr, / 404 /, domain)
      assert.notEqual((await get(`https://${domain}/`, ...SILENT)).code, 0, domain)
    }
  })

  test('the parts of a page are served by their own hosts', async () => {
    const { stdout } = await get('https://shop.test/')
    const urls = [...stdout.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map((match) => match[1] ?? '')
    assert.equal(urls.length, 4)
    for (const url of urls) assert.match((await get(url)).stderr, / 200 12000$/m, url)
  })

  test('bombs are small on the wire and 64 MiB unpacked', async () => {
    const gzip = await get('https://gzip-bomb.test/')
    const brotli = await get('https://brotli-bomb.test/')
    assert.ok(gzip.stdoutBytes.length < 100_000 && brotli.stdoutBytes.length < 20_000)
    assert.equal(gunzipSync(gzip.stdoutBytes).length, 64 * MIB)
    assert.equal(brotliDecompressSync(brotli.stdoutBytes).length, 64 * MIB)
  })

  test('headers come with the bytes of the data file', async () => {
    const { stdoutBytes } = await get('https://non-ascii-header.test/', '--head')
    assert.ok(stdoutBytes.includes(Buffer.from('x-motd: caf\u00e9', 'latin1')))
    assert.match(
      (await get('https://cdn-header-cloudflare.test/', '--head')).stdout,
      /^server: cloudflare\r$/im,
    )
    assert.doesNotMatch((await get('https://hidden-server.test/', '--head')).stdout, /^server:/im)
    assert.doesNotMatch((await get('https://h3-unclaimed.test/', '--head')).stdout, /^alt-svc:/im)
    assert.match((await get('https://h3-claimed-closed.test/', '--head')).stdout, /^alt-svc: h3=":443"/im)
  })

  test('bad certificates are bad in the way that is said', async () => {
    // X509_V_ERR_* of OpenSSL.
    const wanted = { expired: 10, 'not-yet-valid': 9, 'wrong-name': 62, 'self-signed': 18, untrusted: 21 }
    for (const [kind, code] of Object.entries(wanted)) {
      const host = `cert-${kind}.test`
      const at = `${addressOf(host)}:443`
      const tls = [
        's_client',
        '-connect',
        at,
        '-servername',
        host,
        '-verify_hostname',
        host,
        '-CAfile',
        sandbox.caFile,
      ]
      const { stdout } = await inside(sandbox, 'openssl', ...tls)
      assert.match(stdout, new RegExp(`Verify return code: ${code} `), kind)
    }
  })

  test('TLS faults are seen by curl as what they are', async () => {
    const { CURLE_OPERATION_TIMEDOUT, CURLE_SSL_CONNECT_ERROR } = {
      CURLE_OPERATION_TIMEDOUT: 28,
      CURLE_SSL_CONNECT_ERROR: 35,
    }
    for (const [domain, code, text] of [
      ['tls-stall.test', CURLE_OPERATION_TIMEDOUT, /timed out/],
      ['accept-silent.test', CURLE_OPERATION_TIMEDOUT, /timed out/],
      ['tls-alert.test', CURLE_SSL_CONNECT_ERROR, /unrecognized name/],
      ['close-in-handshake.test', CURLE_SSL_CONNECT_ERROR, /SSL_ERROR_SYSCALL|unexpected eof/],
      ['reset-in-handshake.test', CURLE_SSL_CONNECT_ERROR, /reset by peer|SSL_ERROR_SYSCALL/],
      ['not-tls.test', CURLE_SSL_CONNECT_ERROR, /wrong version number/],
      ['http-on-443.test', CURLE_SSL_CONNECT_ERROR, /wrong version number/],
    ] as const) {
      const said = await get(`https://${domain}/`, ...(code === CURLE_OPERATION_TIMEDOUT ? SILENT : []))
      assert.equal(said.code, code, `${domain}: ${said.stderr}`)
      assert.match(said.stderr, text, domain)
    }
  })

  test('packets are refused, dropped or answered with ICMP', async () => {
    const wanted = {
      'refused.test': 'ECONNREFUSED',
      'dropped.test': 'silence',
      'unreachable.test': 'EHOSTUNREACH',
      'prohibited.test': 'EACCES',
      'unreachable-ipv6.test': 'ENETUNREACH',
      'h2-nginx.test': 'connected',
    }
    // Ten connections to each: an ICMP answer that the kernel held back would be silence.
    const program = `
      const { connect } = require('node:net')
      const seen = (host) => new Promise((resolve) => {
        const socket = connect({ host, port: 443, timeout: 15000 })
        const end = (what) => { socket.destroy(); resolve(what) }
        socket.on('connect', () => end('connected')).on('timeout', () => end('silence')).on('error', (e) => end(e.code))
      })
      const ten = async (host) => [...new Set(await Promise.all(Array.from({ length: 10 }, () => seen(host))))].join()
      Promise.all(process.argv.slice(1).map(ten)).then((all) => console.log(JSON.stringify(all)))`
    const said = await inside(sandbox, process.execPath, '-e', program, ...Object.keys(wanted).map(addressOf))
    assert.deepEqual(JSON.parse(said.stdout), Object.values(wanted))
  })

  test('HTTP/3 is served, refused or met with silence', async () => {
    const wanted = {
      'all-three.test': '200 null',
      '00001.all-three.test': '200 null',
      'h3-unclaimed.test': '200 null',
      'ipv6-only-h3.test': '200 null',
      'h3-claimed-closed.test': 'null quic_unanswered',
      'h3-claimed-silent.test': 'null quic_unanswered',
      'quic-alpn.test': 'null quic_alpn',
      'quic-cert-expired.test': 'null tls_cert_expired',
    }
    const program = join(import.meta.dirname, 'get-h3.ts')
    const targets = Object.keys(wanted).map((host) => `${host}=${addressOf(host)}`)
    const said = await inside(sandbox, process.execPath, program, sandbox.caFile, ...targets)
    assert.deepEqual(said.stdout.trim().split('\n'), Object.values(wanted), said.stderr)
  })

  test('DNS answers and fails as it should', async () => {
    for (const [name, rcode] of [
      ['nxdomain.test', 'NXDOMAIN'],
      ['servfail.test', 'SERVFAIL'],
      ['dns-refused.test', 'REFUSED'],
      ['no-address.test', 'NOERROR'],
      ['dns-silent.test', null],
      ['dns-malformed.test', 'malformed'],
      ['nobody-knows.example', 'NXDOMAIN'],
    ] as const) {
      const reply = await ask(sandbox, name)
      assert.equal(reply.rcode, rcode, name)
      assert.deepEqual(reply.answers, [], name)
    }
  })

  test('DNS has aliases, loops of them, and chains without end', async () => {
    const chain = await ask(sandbox, 'cdn-cname-akamai.test')
    assert.deepEqual(
      chain.answers.map((answer) => answer.type),
      ['CNAME', 'CNAME', 'A'],
    )
    assert.equal((await ask(sandbox, 'cname-loop.test')).answers.length, 2)
    assert.equal((await ask(sandbox, 'cname-chain.test')).answers.length, 16)
  })

  test('DNS has HTTPS records, also one that cannot be decoded', async () => {
    const hex = async (name: string) => {
      // dns-packet leaves a type that it does not know as bytes, which JSON makes an object of.
      const [answer] = (await ask(sandbox, name, 'HTTPS')).answers as unknown as {
        data: { data: number[] }
      }[]
      return answer && Buffer.from(answer.data.data).toString('hex')
    }
    assert.equal(await hex('h3-dns-only.test'), '00010000010006026833026832')
    assert.equal(await hex('https-record-broken.test'), '00010000010009026833')
    assert.deepEqual((await ask(sandbox, 'h2-nginx.test', 'HTTPS')).answers, [])
  })

  test('a long answer is cut over UDP and whole over TCP', async () => {
    assert.equal((await ask(sandbox, 'many-addresses.test')).truncated, true)
    assert.equal((await ask(sandbox, 'many-addresses.test', 'A', 'tcp')).answers.length, 120)
  })

  test('a flipping name is public to the first question and loopback to the next', async () => {
    // Several times the next: a question that comes too late, as on a busy machine, is a first one again.
    const replies = await askAll(sandbox, 'udp', Array<string>(10).fill('flip.test/A'))
    const [first, ...others] = replies.map(({ answers: [answer] }) =>
      answer?.type === 'A' ? answer.data : null,
    )
    assert.match(String(first), /^198\.18\./)
    assert.ok(others.includes('127.0.0.1'), String(others))
    assert.ok(
      others.every((each) => each === '127.0.0.1' || each === first),
      String(others),
    )
  })

  test('replicas answer under their own names, at several addresses', async () => {
    const replicas = sandbox.sites.slice(specs.length)
    assert.equal(replicas.length, 40)
    const addresses = new Set<string>()
    for (const { domain, facts } of replicas) {
      addresses.add(addressOf(domain))
      const said = await get(`${facts.finalOrigin}/`)
      assert.match(said.stderr, / 200 [1-9]/, `${domain}: ${said.stderr}`)
    }
    assert.ok(addresses.size > replicas.length / 2)
  })

  test('the zoo outlives clients that misbehave', async () => {
    const program = `
      const { connect } = require('node:net'); const { createSocket } = require('node:dgram')
      const noise = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 256))
      for (const at of process.argv.slice(1)) for (const head of ['', 'GET / HTTP/1.1\\r\\n\\r\\n', 'PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n']) {
        const socket = connect(443, at, () => { socket.write(head); socket.write(noise); setTimeout(() => socket.resetAndDestroy(), 50) })
        socket.on('error', () => {})
        const udp = createSocket('udp4'); udp.on('error', () => {}); udp.send(noise.subarray(0, 1200), 443, at, () => udp.close())
      }
      const dns = createSocket('udp4'); dns.send(noise.subarray(0, 40), 53, '198.18.0.54', () => dns.close())`
    const zoo = specs.filter((spec) => (spec.zoo443 || spec.zooUdp443) && !spec.firstAddresses)
    const names = zoo.map((spec) => spec.domain)
    const addresses = names.map(addressOf)
    await inside(sandbox, process.execPath, '-e', program, ...addresses)
    assert.match((await get('https://no-alpn.test/')).stderr, / 200 /)
    assert.equal((await ask(sandbox, 'servfail.test')).rcode, 'SERVFAIL')
  })
})
