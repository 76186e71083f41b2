/** Names of the trap network, with their answers for the n-th time that they are asked, from 1. */
export const NAMES: Readonly<
  Record<string, { readonly a?: (time: number) => string[]; readonly aaaa?: (time: number) => string[] }>
> = {
  'private4.test': { a: () => ['10.0.1.1'] },
  'private6.test': { aaaa: () => ['fd00::11'] },
  'metadata.test': { a: () => ['169.254.169.254'] },
  'loopback.test': { a: () => ['127.0.0.9'], aaaa: () => ['::1'] },
  // Public when it is first asked, private from then on.
  'rebind.example': { a: (time) => (time === 1 ? ['9.9.9.9'] : ['10.0.2.1']) },
}

export interface TrapPage {
  readonly url?: string
  /** Its first answer sends the browser there. */
  readonly redirect?: string
  readonly html?: string
}

/** Private addresses as hosts of URLs, in every way to write them. */
export const LITERALS = [
  '127.0.0.1',
  '127.8.9.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '10.0.0.1',
  '10.255.1.2',
  '172.16.0.1',
  '172.31.255.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.0.1',
  '0.0.0.0',
  '198.18.0.9',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[fd00::1]',
  '[fc00::1]',
  '[fe80::1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::1]',
  '[2002:a00:1::1]',
  '[2001:db8::1]',
  '[ff02::1]',
  '[2001::1]',
  '[100::1]',
  '[fec0::1]',
] as const

/** Of a trap that is no web server's. */
export const OTHER_PORT = 8_099

const PRIVATE_NAMES = [
  'localhost',
  'a.localhost',
  'private4.test',
  'private6.test',
  'loopback.test',
  'metadata.test',
]

const HOSTS = JSON.stringify([...LITERALS, ...PRIVATE_NAMES])
const each = (code: string, hosts = HOSTS): string =>
  `<script>for (const host of ${hosts}) { try { ${code} } catch {} }</script>`

/**
 * One of each kind of address and name, for what takes much processor time: a frame takes a process of the browser, some
 * 0.3 s, and a host four connections of WebRTC. All addresses are tried by other parts of pages.
 */
const FEW = JSON.stringify([
  ...['127.0.0.1', '2130706433', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]'],
  ...['localhost', 'private4.test', 'private6.test'],
])

/** Names of public hosts that look like private addresses at first; some end as `localhost` does. */
export const DIGIT_NAMES = [
  '127.0.0.1.example.com',
  '192.168.example.com',
  '10.0.0.1.example',
  '0.example.com',
  '10.example.st',
  '10.st',
  '10.example.host',
  '10.example.best',
  '10.example.xn--p1ai',
  '127.example.0host',
  '10.ghost',
]

export const PAGES: Readonly<Record<string, TrapPage>> = {
  blank: { html: '<p>nothing' },
  // By a name whose first label is a number, as all its pictures.
  '10': {
    url: 'http://10.example.com/',
    html: DIGIT_NAMES.map((name) => `<img src="http://${name}/image">`).join(''),
  },
  images: { html: each("new Image().src = 'http://' + host + '/image'") },
  fetches: { html: each("fetch('http://' + host + '/fetch', { mode: 'no-cors' }).catch(() => {})") },
  ports: {
    html: each(`fetch('http://' + host + ':${OTHER_PORT}/port', { mode: 'no-cors' }).catch(() => {})`),
  },
  frames: {
    html: each(
      "const frame = document.createElement('iframe'); frame.src = 'http://' + host + '/frame'; document.body.append(frame)",
      FEW,
    ),
  },
  sockets: { html: each("new WebSocket('ws://' + host + '/socket')") },
  hints: {
    html: each(
      "for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'prerender']) { const link = document.createElement('link'); link.rel = rel; link.href = 'http://' + host + '/hint'; link.as = 'image'; document.head.append(link) }",
    ),
  },
  transport: { html: each("new WebTransport('https://' + host + '/').closed.catch(() => {})") },
  rtc: {
    html: `<script>
for (const host of ${FEW}) for (const url of ['stun:' + host + ':80', 'turn:' + host + ':80?transport=udp', 'turn:' + host + ':80?transport=tcp', 'turns:' + host + ':443?transport=tcp']) {
  try {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: url, username: 'u', credential: 'c' }] })
    peer.createDataChannel('c')
    peer.createOffer().then((offer) => peer.setLocalDescription(offer))
  } catch {}
}
const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()]
a.createDataChannel('c')
a.createOffer().then(async (offer) => {
  await a.setLocalDescription(offer); await b.setRemoteDescription(offer)
  const answer = await b.createAnswer(); await b.setLocalDescription(answer); await a.setRemoteDescription(answer)
  for (const host of ['10.0.3.1', '127.0.0.1', '169.254.169.254', 'fd00::3', '::1']) for (const kind of ['udp', 'tcp'])
    a.addIceCandidate({ sdpMid: '0', candidate: 'candidate:1 1 ' + kind + ' 2122260223 ' + host + ' 80 typ host' + (kind === 'tcp' ? ' tcptype passive' : '') }).catch(() => {})
})</script>`,
  },
  worker: {
    html: `<script>new Worker(URL.createObjectURL(new Blob([\`for (const host of ${HOSTS}) fetch('http://' + host + '/worker', { mode: 'no-cors' }).catch(() => {})\`])))</script>`,
  },
  beacon: { html: each("navigator.sendBeacon('http://' + host + '/beacon', 'x')") },
  popup: { html: each("open('http://' + host + '/popup')") },
  redirect4: { redirect: 'http://10.0.4.1/' },
  redirect6: { redirect: 'http://[::ffff:10.0.4.2]/' },
  redirectname: { redirect: 'http://private4.test/' },
  refresh: { html: '<meta http-equiv=refresh content="0;url=http://10.0.4.3/">' },
  refreshname: { html: '<meta http-equiv=refresh content="0;url=http://private6.test/">' },
  rebind: {
    url: 'http://rebind.example/',
    html: '<script>setTimeout(() => { new Image().src = "/again"; location = "/again" }, 300)</script>',
  },
  form: {
    html: '<form action="http://10.0.4.4/" method=post></form><script>document.forms[0].submit()</script>',
  },
  main4: { url: 'http://10.0.5.1/' },
  main6: { url: 'http://[::ffff:10.0.5.2]/' },
  mainname: { url: 'http://private4.test/' },
}
