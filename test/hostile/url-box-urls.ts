import { LITERALS, PAGES } from '../crawler/probe/browser/trap-pages.ts'

/** What becomes of a URL: the status of its answer, or a job that ends without a result, or with one. */
export type Fate = 400 | 403 | 'fails' | 'done'

const PUBLIC = '9.9.9.9'

/** Hosts of the attack with what a resolver answers for the n-th time, from 1. Those that are missing do not exist. */
export const HOSTS: Readonly<
  Record<string, { readonly a?: (time: number) => string[]; readonly aaaa?: (time: number) => string[] }>
> = {
  ...Object.fromEntries(
    [
      '10.1.1.1',
      '127.0.0.1',
      '127.9.9.9',
      '169.254.169.254',
      '172.16.9.9',
      '192.168.7.7',
      '100.64.1.1',
      '0.0.0.0',
    ]
      .concat(['198.18.1.1', '224.0.0.9', '255.255.255.255', '240.1.1.1', '192.0.2.9'])
      .map((address, index) => [`private${index}.com`, { a: () => [address] }]),
  ),
  ...Object.fromEntries(
    ['::1', 'fd00::9', 'fe80::9', '::ffff:10.1.1.2', '64:ff9b::a01:103', '2002:a01:104::1', '::10.1.1.5'].map(
      (address, index) => [`private${index}.net`, { aaaa: () => [address] }],
    ),
  ),
  // Public when it is first asked, private from then on; and the other way round.
  'rebind.com': { a: (time) => [time <= 1 ? PUBLIC : '10.2.1.1'] },
  'rebind-late.com': { a: (time) => [time <= 3 ? PUBLIC : '10.2.1.2'] },
  'rebind-back.com': { a: (time) => [time <= 1 ? '10.2.1.3' : PUBLIC] },
  'flips.com': { a: (time) => [time % 2 === 0 ? '10.2.1.4' : PUBLIC] },
  'both.com': { a: () => [PUBLIC, '10.2.1.5'] },
  'public-and-loopback.com': { a: () => [PUBLIC], aaaa: () => ['::1'] },
}

/** Public hosts whose pages send their visitor, or have it reach, where nobody should. */
export const SITES: Readonly<Record<string, { readonly redirect?: string; readonly html?: string }>> = {
  'honest.com': { html: '<p>nothing' },
  'to-address.com': { redirect: 'http://10.3.1.1/' },
  'to-loopback.com': { redirect: 'http://127.0.0.1/' },
  'to-mapped.com': { redirect: 'http://[::ffff:10.3.1.2]/' },
  'to-name.com': { redirect: 'http://private0.com/' },
  'to-port.com': { redirect: 'http://honest.com:8099/' },
  'to-file.com': { redirect: 'file:///etc/passwd' },
  'to-itself.com': { redirect: 'http://to-itself.com/' },
  'refreshes.com': { html: PAGES.refresh?.html ?? '' },
  'refreshes-by-name.com': { html: '<meta http-equiv=refresh content="0;url=http://private1.com/">' },
  'images.com': { html: PAGES.images?.html ?? '' },
  'fetches.com': { html: PAGES.fetches?.html ?? '' },
  'by-name.com': {
    html: '<img src="http://private0.com/a"><img src="http://private1.com/b"><img src="http://private0.net/c">',
  },
  'submits.com': { html: PAGES.form?.html ?? '' },
}

/** Hosts that their own addresses are asked of. */
export const isPublic = (host: string): boolean => Object.hasOwn(SITES, host)

const LONG = 'a'.repeat(2_100)

const typed = (fate: Fate, urls: readonly string[]): (readonly [string, Fate])[] =>
  urls.map((url) => [url, fate])

/** More than 200, none twice. */
export const URLS: readonly (readonly [url: string, fate: Fate])[] = [
  // An address, in every way to write it.
  ...typed(
    403,
    LITERALS.map((host) => `http://${host}/`),
  ),
  ...typed(
    403,
    LITERALS.map((host) => `https://${host}/latest/meta-data/`),
  ),
  ...typed(403, [
    'http://8.8.8.8/',
    'http://9.9.9.9/',
    'https://[2606:4700::1111]/',
    'http://0/',
    'http://127.1/',
    '017700000001',
  ]),
  ...typed(403, [
    'http://0x7f000001/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://１２７。０。０。１/',
  ]),
  ...typed(400, [
    'http://[::1%25lo]/',
    'http://[::1',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://0x100000000/',
  ]),
  // A name that is nobody's on the public network.
  ...typed(403, [
    'localhost',
    'http://localhost/',
    'https://a.localhost/',
    'localhost.',
    'http://router/',
    'nas.local',
    'a.internal',
  ]),
  ...typed(403, [
    'http://metadata.google.internal/',
    'db.lan',
    'wpad',
    'kubernetes.default.svc',
    'a.test',
    'a.invalid',
    'a.onion',
    'unix:/run/x.sock',
    'com',
  ]),
  // Another port.
  ...typed(
    403,
    [22, 25, 53, 81, 3306, 5432, 6379, 8080, 8099, 8443, 65_535].map((port) => `http://honest.com:${port}/`),
  ),
  ...typed(403, [
    'https://honest.com:80/',
    'http://honest.com:443/',
    'https://honest.com:0/',
    'http://localhost:80/',
  ]),
  ...typed(400, [
    'http://honest.com:99999/',
    'http://honest.com:-1/',
    'http://honest.com:80x/',
    'honest.com:http',
  ]),
  // Another scheme.
  ...typed(400, [
    'ftp://honest.com/',
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    'gopher://honest.com:70/_x',
    'dict://honest.com/',
  ]),
  ...typed(400, [
    'javascript:alert(1)',
    'data:text/html,<script>',
    'chrome://version',
    'about:blank',
    'view-source:http://honest.com/',
  ]),
  ...typed(400, [
    'ws://honest.com/',
    'wss://honest.com/',
    'ldap://honest.com/',
    'blob:http://honest.com/x',
    'jar:http://honest.com!/',
  ]),
  // A user, a password, or what looks like one.
  ...typed(400, [
    'http://honest.com@10.0.0.1/',
    'http://a:b@honest.com/',
    'http://@honest.com/',
    'http://:@honest.com/',
    'a@honest.com',
  ]),
  ...typed(400, [
    'http://honest.com\\@10.0.0.1/',
    'http:\\\\honest.com',
    'http://honest.com%00@10.0.0.1/',
    'https://user@',
  ]),
  // Spaces, line ends, control and format characters.
  ...typed(
    400,
    [
      'http://honest.com/\r\nHost: 10.0.0.1',
      'http://honest.com\n',
      'http://hon\test.com/',
      'http://honest.com/ HTTP/1.1',
    ].map((url) => `x${url}`),
  ),
  ...typed(400, [
    'http://a b.com/',
    'http://\u0000.com/',
    'http://\u202ehonest.com/',
    'http://hon\u200best.com/',
    'http://\ud800.com/',
    '\u0007',
  ]),
  // Names that are none, and texts that are no URL.
  ...typed(400, [
    'http://',
    'https://',
    'http:///',
    '://honest.com',
    '?',
    '#',
    '/',
    '//',
    '..',
    'http://.',
    'http://..com/',
    'http://a..com/',
  ]),
  ...typed(400, [
    'http://-a.com/',
    'http://a-.com/',
    'http://*.com/',
    'http://a%20b.com/',
    'http://<script>.com/',
    "http://'--.com/",
    'http://$(id).com/',
  ]),
  ...typed(400, [
    `http://${LONG}.com/`,
    `http://honest.com/${LONG}`,
    `http://${'a'.repeat(64)}.com/`,
    `http://${'a.'.repeat(130)}com/`,
    LONG,
  ]),
  ...typed(400, [
    '--allow-address 0.0.0.0/0',
    '; reboot',
    '`id`.com',
    '{"url":1}',
    'http://[honest.com]/',
    'http://honest.com|x/',
  ]),
  // A host whose name leads to a private address, or nowhere.
  ...typed(
    'fails',
    Object.keys(HOSTS)
      .filter((host) => /^private/.test(host))
      .map((host) => `http://${host}/`),
  ),
  ...typed('fails', [
    'http://nowhere.com/',
    'https://xn--bcher-kva.com/',
    'bücher.org',
    'http://under_score.com/',
    'rebind-back.com',
  ]),
  // A public page that leads there.
  ...typed('fails', [
    'http://to-address.com/',
    'http://to-loopback.com/',
    'http://to-mapped.com/',
    'http://to-name.com/',
    'http://to-itself.com/',
  ]),
  ...typed('done', [
    'http://honest.com/',
    'http://images.com/',
    'http://by-name.com/',
    'http://rebind-late.com/',
  ]),
]
