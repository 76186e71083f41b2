import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quicStack, STACK_RULES, serverProduct, tcpStack } from '../../../../crawler/survey/facts/stacks.ts'

const NGINX = { MAX_CONCURRENT_STREAMS: 128, INITIAL_WINDOW_SIZE: 65_536, MAX_FRAME_SIZE: 16_777_215 }
const GO = {
  ...{ MAX_FRAME_SIZE: 1_048_576, MAX_CONCURRENT_STREAMS: 250 },
  ...{ MAX_HEADER_LIST_SIZE: 1_048_896, INITIAL_WINDOW_SIZE: 1_048_576 },
}
const headers = (server?: string) => (server === undefined ? {} : { server })

test('a stack is named where settings and header agree, whatever its administrator may set', () => {
  assert.equal(tcpStack({ settings: NGINX, headers: headers('nginx/1.22.1') }), 'nginx')
  const tuned = { ...NGINX, MAX_CONCURRENT_STREAMS: 512 }
  assert.equal(tcpStack({ settings: tuned, headers: headers('nginx') }), 'nginx')
})

test('settings that are as sure as a name need no header, and no header changes them', () => {
  for (const server of [undefined, 'Caddy', 'cloudflare'])
    assert.equal(tcpStack({ settings: GO, headers: headers(server) }), 'Go net/http')
})

for (const [what, settings, server] of [
  ['another header', NGINX, 'cloudflare'],
  ['no header', NGINX, undefined],
  ['another order', Object.fromEntries(Object.entries(NGINX).reverse()), 'nginx'],
  ['a setting more', { ...NGINX, ENABLE_CONNECT_PROTOCOL: 1 }, 'nginx'],
  ['another value where one is fixed', { ...NGINX, MAX_FRAME_SIZE: 16_384 }, 'nginx'],
  ['an empty frame', {}, 'nginx'],
  ['no frame', null, 'nginx'],
] as const) {
  test(`${what} leaves the stack unknown`, () => {
    assert.equal(tcpStack({ settings, headers: headers(server) }), null)
  })
}

test('a QUIC stack is named by the parameters that it always sends, and only by all of them', () => {
  const quicGo = { ...STACK_RULES.quic.find(({ stack }) => stack === 'quic-go')?.transport }
  const transportOrder = null
  assert.equal(quicStack({ transport: { ...quicGo, initial_max_data: 1 }, transportOrder }), 'quic-go')
  assert.equal(quicStack({ transport: { ...quicGo, max_ack_delay: 25 }, transportOrder }), null)
  assert.equal(quicStack({ transport: null, transportOrder }), null)
})

const ORDERED = STACK_RULES.quic.flatMap(({ stack, transport, order }) =>
  order === undefined ? [] : [{ stack, transport, order: order.filter((name) => name !== '…') }],
)

for (const { stack, transport, order } of ORDERED) {
  const all = order.map((name) => name.replace('?', ''))
  const name = (transportOrder: readonly string[] | null) => quicStack({ transport, transportOrder })

  test(`${stack} is named by the order of its parameters, grease aside, with and without those that it may leave out`, () => {
    assert.equal(name([...all.slice(0, 3), 'grease', ...all.slice(3)]), stack)
    assert.equal(name(order.filter((each) => !each.endsWith('?'))), stack)
  })

  test(`parameters of ${stack} in another order, or without one of them, leave the stack unknown`, () => {
    assert.equal(name(all.toReversed()), null)
    assert.equal(name([all[1] ?? '', all[0] ?? '', ...all.slice(2)]), null)
    for (const left of order.filter((each) => !each.endsWith('?')))
      assert.equal(name(all.filter((each) => each !== left)), null, left)
    assert.equal(name(null), null)
  })
}

test('stacks that send by identifier as quiche, but the limit of ids always, are not taken for it', () => {
  const { order, transport } = ORDERED.find(({ stack }) => stack === 'quiche') ?? assert.fail()
  const all = order.map((name) => name.replace('?', ''))
  const transportOrder = all.toSpliced(all.indexOf('0xf'), 0, 'active_connection_id_limit')
  assert.equal(quicStack({ transport, transportOrder }), null)
  assert.equal(quicStack({ transport, transportOrder: [...all, '0x11'] }), null)
})

test('each rule says where it is from', () => {
  for (const { stack, source } of [...STACK_RULES.tcp, ...STACK_RULES.quic])
    assert.match(source, /.+: .+; seen of /, stack)
})

test('a product is the first of the header, in lower case, without its version', () => {
  assert.equal(serverProduct('Apache/2.4.71 (Debian) OpenSSL/3.0.19'), 'apache')
  assert.equal(serverProduct('  '), null)
})
