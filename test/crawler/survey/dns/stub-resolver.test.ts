import assert from 'node:assert/strict'
import dgram from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import dnsPacket, { type Answer } from 'dns-packet'
import { parseNameServer } from '../../../../crawler/survey/dns/name-server.ts'
import { openResolver } from '../../../../crawler/survey/dns/stub-resolver.ts'
import { SITE_TIMEOUT } from '../../../../crawler/survey/operation/context.ts'
import { type Asked, type Said, serveDns } from '../../../servers/dns.ts'
import { AT_ONCE_MS, PATIENT } from '../../../servers/survey-context.ts'
import { until } from '../../../servers/until.ts'

/** For a server that is silent: so many tries that a stall costs only some of them. */
const quick = { dnsTryMs: 20, dnsTries: 12 }
const address = (name: string, data: string): Answer => ({ type: 'A', name, ttl: 60, data })
const signal = () => new AbortController().signal

/** Asks one question of one server. */
async function ask(say: (asked: Asked) => Said, { name = 'site.test', timeouts = PATIENT } = {}) {
  await using server = await serveDns(say)
  await using resolver = openResolver({ servers: [server.address], timeouts })
  return { resolution: await resolver.resolve(name, 'A', signal()), asked: server.asked }
}

test('an answer is given as it came, asked for once and over UDP', async () => {
  const { resolution, asked } = await ask(() => ({ answers: [address('site.test', '192.0.2.1')] }))
  assert.equal(resolution.failure, null)
  assert.deepEqual(
    resolution.answers.map((answer) => 'data' in answer && answer.data),
    ['192.0.2.1'],
  )
  assert.deepEqual(
    asked.map(({ over, type }) => [over, type]),
    [['udp', 'A']],
  )
})

test('the name is asked for in lower case and without its last dot', async () => {
  const { resolution, asked } = await ask(() => ({}), { name: 'SITE.test.' })
  assert.equal(resolution.failure, null)
  assert.equal(asked[0]?.name, 'site.test')
})

test('a question announces EDNS with 1232 bytes and wants recursion', async () => {
  let query: dnsPacket.DecodedPacket | null = null
  const socket = dgram.createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.once('message', (message) => {
    query = dnsPacket.decode(message)
  })
  await using resolver = openResolver({ servers: [`127.0.0.1:${socket.address().port}`], timeouts: quick })
  const resolving = resolver.resolve('site.test', 'HTTPS', signal())
  await once(socket, 'message')
  socket.close()
  await resolving
  const { flag_rd, additionals, questions } = query as unknown as dnsPacket.DecodedPacket
  assert.equal(flag_rd, true)
  assert.deepEqual(
    questions?.map(({ name, type }) => [name, type]),
    [['site.test', 'UNKNOWN_65']],
  )
  assert.deepEqual(
    additionals?.map((record) => 'udpPayloadSize' in record && record.udpPayloadSize),
    [1232],
  )
})

for (const [rcode, failure] of [
  [3, 'dns_nxdomain'],
  [2, 'dns_servfail'],
  [5, 'dns_refused'],
  [4, 'unknown_failure'],
] as const) {
  test(`RCODE ${rcode} is ${failure}, and is not asked for again of the same server`, async () => {
    const { resolution, asked } = await ask(() => ({ rcode }))
    assert.equal(resolution.failure, failure)
    assert.equal(asked.length, 1)
  })
}

test('an answer that is cut off is asked for again over TCP, and put together from its parts', async () => {
  const answers = Array.from({ length: 200 }, (_, i) => address('site.test', `192.0.2.${i}`))
  const { resolution, asked } = await ask(({ over }) => (over === 'udp' ? { truncated: true } : { answers }))
  assert.equal(resolution.failure, null)
  assert.equal(resolution.answers.length, 200)
  assert.deepEqual(
    asked.map(({ over }) => over),
    ['udp', 'tcp'],
  )
})

test('an answer that is cut off over TCP as well is dns_malformed', async () => {
  const { resolution } = await ask(() => ({ truncated: true }))
  assert.equal(resolution.failure, 'dns_malformed')
})

test('silence is dns_timeout after as many tries as there are, and not before their time', async () => {
  const began = performance.now()
  const timeouts = { ...PATIENT, dnsTryMs: 150, dnsTries: 2 }
  const { resolution, asked } = await ask(() => ({ silent: true }), { timeouts })
  const tookMs = performance.now() - began
  assert.equal(resolution.failure, 'dns_timeout')
  assert.equal(asked.length, 2)
  assert.ok(tookMs >= 295 && tookMs < AT_ONCE_MS, `${tookMs} ms`)
})

test('an answer to the second try counts', async () => {
  const say = ({ time }: Asked): Said =>
    time === 1 ? { silent: true } : { answers: [address('site.test', '192.0.2.1')] }
  const { resolution } = await ask(say, { timeouts: { ...PATIENT, ...quick } })
  assert.equal(resolution.answers.length, 1)
})

test('a closed port is dns_timeout at once, with what the kernel said', async () => {
  const server = await serveDns(() => ({}))
  await server[Symbol.asyncDispose]()
  await using resolver = openResolver({
    servers: [server.address],
    timeouts: PATIENT,
  })
  const began = performance.now()
  const { failure, detail } = await resolver.resolve('site.test', 'A', signal())
  assert.equal(failure, 'dns_timeout')
  assert.match(detail ?? '', /ECONNREFUSED/)
  assert.ok(performance.now() - began < AT_ONCE_MS)
})

for (const [what, say] of [
  ['silent', { silent: true }],
  ['failing', { rcode: 2 }],
  ['refusing', { rcode: 5 }],
] as const) {
  test(`behind a ${what} server the next one is asked`, async () => {
    await using bad = await serveDns(() => say)
    await using good = await serveDns(() => ({ answers: [address('site.test', '192.0.2.1')] }))
    await using resolver = openResolver({ servers: [bad.address, good.address], timeouts: quick })
    const { failure, answers } = await resolver.resolve('site.test', 'A', signal())
    assert.equal(failure, null)
    assert.equal(answers.length, 1)
  })
}

test('an answer that cannot be decoded is dns_malformed', async () => {
  // The answer's name points at itself (RFC 1035, 4.1.4).
  const loop = (message: Buffer) => {
    const broken = Buffer.from(message)
    broken.writeUInt16BE(0xc000 + broken.byteLength - 20, broken.byteLength - 20)
    return [broken.subarray(0, broken.byteLength - 7)]
  }
  const { resolution } = await ask(() => ({ answers: [address('site.test', '192.0.2.1')], mangle: loop }))
  assert.equal(resolution.failure, 'dns_malformed')
})

/** Without the OPT record, which would stand behind the answer. */
const withoutAdditionals = (message: Buffer): Buffer =>
  dnsPacket.encode({ ...dnsPacket.decode(message), additionals: [] })

/** The answer's only record made another: its RDATA replaced, with its length, and its class. */
const withRecord =
  (data: readonly number[], recordClass = 1) =>
  (message: Buffer): Buffer[] => {
    const rdataBytes = 4
    const head = Buffer.from(message.subarray(0, message.byteLength - rdataBytes))
    head.writeUInt16BE(recordClass, head.byteLength - 8)
    head.writeUInt16BE(data.length, head.byteLength - 2)
    return [Buffer.concat([head, Buffer.from(data)])]
  }

for (const [what, mangle] of [
  ['an address of three bytes', withRecord([192, 0, 2])],
  ['an address of five bytes', withRecord([192, 0, 2, 1, 9])],
  ['an address without bytes', withRecord([])],
  ['a record of class CHAOS', withRecord([192, 0, 2, 1], 3)],
  ['a record that is cut short', (message: Buffer) => [message.subarray(0, message.byteLength - 1)]],
] as const) {
  test(`an answer with ${what} is dns_malformed, and no address is read from it`, async () => {
    const { resolution } = await ask(() => ({
      answers: [address('site.test', '192.0.2.1')],
      mangle: (message) => mangle(withoutAdditionals(message)),
    }))
    assert.deepEqual([resolution.failure, resolution.answers], ['dns_malformed', []])
  })
}

test('an answer to a question of class CHAOS is none to ours', async () => {
  const { resolution } = await ask(() => ({
    answers: [address('site.test', '192.0.2.1')],
    mangle: (message) => {
      const foreign = Buffer.from(message)
      // Behind the header of 12 bytes, the name of 11 and the type of 2.
      foreign.writeUInt16BE(3, 25)
      return [foreign, message]
    },
  }))
  assert.equal(resolution.failure, null)
  assert.equal(resolution.answers.length, 1)
})

test('dots and control characters within a label are not those of a name', async () => {
  const { resolution } = await ask(() => ({
    answers: [{ type: 'CNAME', name: 'site.test', data: 'victim.x\u0007.test' }],
    mangle: (message) => {
      const joined = withoutAdditionals(message)
      // `victim` and `x\a` become one label: the length of the second is a dot in it.
      const start = joined.indexOf('victim') - 1
      joined[start] = 6 + 1 + 2
      joined[start + 7] = 0x2e
      return [joined]
    },
  }))
  const [alias] = resolution.answers
  assert.equal(alias?.type === 'CNAME' ? alias.data : null, 'victim\\046x\\007.test')
})

const forged = (message: Buffer, change: (packet: dnsPacket.Packet) => dnsPacket.Packet): Buffer =>
  dnsPacket.encode(change(dnsPacket.decode(message)))

for (const [what, change] of [
  ['another id', (packet) => ({ ...packet, id: ((packet.id ?? 0) + 1) & 0xffff })],
  ['another name', (packet) => ({ ...packet, questions: [{ type: 'A', name: 'other.test' }] })],
  ['another type', (packet) => ({ ...packet, questions: [{ type: 'AAAA', name: 'site.test' }] })],
  ['no question', (packet) => ({ ...packet, questions: [] })],
  ['a query in place of a response', (packet) => ({ ...packet, type: 'query' })],
] as readonly (readonly [string, (packet: dnsPacket.Packet) => dnsPacket.Packet])[]) {
  test(`a message with ${what} is passed over, and the true answer behind it counts`, async () => {
    const { resolution } = await ask(() => ({
      answers: [address('site.test', '192.0.2.1')],
      mangle: (message) => [
        forged(message, (packet) => change({ ...packet, answers: [address('site.test', '192.0.2.66')] })),
        message,
      ],
    }))
    assert.deepEqual(
      resolution.answers.map((answer) => 'data' in answer && answer.data),
      ['192.0.2.1'],
    )
  })
}

test('a message from another sender is passed over', async () => {
  const server = dgram.createSocket('udp4').bind(0, '127.0.0.1')
  const liar = dgram.createSocket('udp4').bind(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(liar, 'listening')])
  server.on('message', (query, from) => {
    const { id, questions } = dnsPacket.decode(query)
    const say = (data: string) =>
      dnsPacket.encode({
        type: 'response',
        id: id ?? 0,
        questions: questions ?? [],
        answers: [address('site.test', data)],
      })
    liar.send(say('192.0.2.66'), from.port, from.address)
    setTimeout(() => server.send(say('192.0.2.1'), from.port, from.address), 30)
  })
  {
    await using resolver = openResolver({
      servers: [`127.0.0.1:${server.address().port}`],
      timeouts: PATIENT,
    })
    const { answers } = await resolver.resolve('site.test', 'A', signal())
    assert.deepEqual(
      answers.map((answer) => 'data' in answer && answer.data),
      ['192.0.2.1'],
    )
  }
  server.close()
  liar.close()
})

for (const name of [
  '',
  'a..b',
  `${'a'.repeat(64)}.test`,
  Array(64).fill('abc').join('.'),
  'a b.test',
  'ä.test',
]) {
  test(`nothing is asked for ${JSON.stringify(name.slice(0, 20))}, which no DNS message can hold`, async () => {
    const { resolution, asked } = await ask(() => ({}), { name })
    assert.equal(resolution.failure, 'dns_nxdomain')
    assert.equal(asked.length, 0)
  })
}

test('when the resolver is closed what is still asked fails, and nothing is sent any more', async () => {
  await using server = await serveDns(() => ({ silent: true }))
  const resolver = openResolver({ servers: [server.address], timeouts: { dnsTryMs: 60_000, dnsTries: 2 } })
  const resolving = resolver.resolve('site.test', 'A', signal())
  await until('the question is there', () => server.asked.length > 0)
  await resolver[Symbol.asyncDispose]()
  assert.deepEqual(await resolving, { answers: [], failure: 'dns_timeout', detail: 'the resolver is closed' })
  assert.equal((await resolver.resolve('other.test', 'A', signal())).failure, 'dns_timeout')
  assert.equal(server.asked.length, 1)
})

test("the site's own limit ends a question at once as site_timeout", async () => {
  await using server = await serveDns(() => ({ silent: true }))
  await using resolver = openResolver({
    servers: [server.address],
    timeouts: { dnsTryMs: 10_000, dnsTries: 1 },
  })
  const controller = new AbortController()
  setTimeout(() => controller.abort(SITE_TIMEOUT), 30)
  assert.equal((await resolver.resolve('site.test', 'A', controller.signal)).failure, 'site_timeout')
  assert.equal((await resolver.resolve('site.test', 'A', controller.signal)).failure, 'site_timeout')
})

test('any other abort rejects with its reason', async () => {
  await using server = await serveDns(() => ({ silent: true }))
  await using resolver = openResolver({
    servers: [server.address],
    timeouts: { dnsTryMs: 10_000, dnsTries: 1 },
  })
  const controller = new AbortController()
  const stop = new Error('stopped')
  setTimeout(() => controller.abort(stop), 30)
  await assert.rejects(resolver.resolve('site.test', 'A', controller.signal), stop)
})

test('3,000 questions at once are all answered, each with its own answer, with no more open than allowed', async () => {
  const server = dgram.createSocket('udp4').bind(0, '127.0.0.1')
  await once(server, 'listening')
  const open: (() => void)[] = []
  let most = 0
  server.on('message', (query, from) => {
    const { id, questions } = dnsPacket.decode(query)
    const number = Number(questions?.[0]?.name.split('.')[0])
    const answers = [address(`${number}.test`, `10.0.${number >> 8}.${number & 255}`)]
    const answer = dnsPacket.encode({ type: 'response', id: id ?? 0, questions: questions ?? [], answers })
    // Answered when as many are there as may be, and a moment later, so that one too many is seen.
    if (open.push(() => server.send(answer, from.port, from.address)) === 100)
      setTimeout(() => {
        most = Math.max(most, open.length)
        for (const say of open.splice(0)) say()
      }, 5)
  })
  {
    const servers = [`127.0.0.1:${server.address().port}`]
    await using resolver = openResolver({ servers, timeouts: PATIENT, maxInFlight: 100 })
    const all = await Promise.all(
      Array.from({ length: 3_000 }, (_, i) => resolver.resolve(`${i}.test`, 'A', signal())),
    )
    const got = all.map(({ answers: [answer] }) => answer !== undefined && 'data' in answer && answer.data)
    assert.deepEqual(
      got,
      Array.from(all, (_, i) => `10.0.${i >> 8}.${i & 255}`),
    )
  }
  server.close()
  assert.equal(most, 100)
})

test('a question that waits for its turn can be aborted, and does not lose the turn of the next', async () => {
  await using server = await serveDns(({ name }) => ({ silent: name === 'slow.test' }))
  await using resolver = openResolver({ servers: [server.address], timeouts: quick, maxInFlight: 1 })
  const controller = new AbortController()
  const slow = resolver.resolve('slow.test', 'A', signal())
  const waiting = resolver.resolve('waiting.test', 'A', controller.signal)
  const next = resolver.resolve('next.test', 'A', signal())
  controller.abort(SITE_TIMEOUT)
  assert.equal((await waiting).failure, 'site_timeout')
  assert.equal((await slow).failure, 'dns_timeout')
  assert.equal((await next).failure, null)
  assert.ok(!server.asked.some(({ name }) => name === 'waiting.test'))
})

test('addresses of name servers are read in the forms of dns.getServers()', () => {
  assert.deepEqual(parseNameServer('192.0.2.1'), { address: '192.0.2.1', port: 53, family: 4 })
  assert.deepEqual(parseNameServer('192.0.2.1:5353'), { address: '192.0.2.1', port: 5353, family: 4 })
  assert.deepEqual(parseNameServer('2001:db8::1'), { address: '2001:db8::1', port: 53, family: 6 })
  assert.deepEqual(parseNameServer('[2001:db8::1]:5353'), { address: '2001:db8::1', port: 5353, family: 6 })
  for (const bad of ['', 'dns.test', '192.0.2.1:0', '192.0.2.1:65536', '[192.0.2.1', '1.2.3']) {
    assert.throws(() => parseNameServer(bad), /not the address of a name server/)
  }
  assert.throws(() => openResolver({ servers: [] }), /no name server/)
})
