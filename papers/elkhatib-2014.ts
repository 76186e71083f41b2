import { INFRASTRUCTURE_ENTRIES } from './elkhatib-infrastructure.ts'
import { NETWORK_ENTRIES } from './elkhatib-network.ts'
import { type Entry, type Paper, undecided } from './paper.ts'

const LIVE = 'Sites of 2013 over the live internet are not there to be loaded again.'

const LIVE_ENTRIES: readonly Entry[] = [
  {
    id: 'section-ii-b',
    place: 'section II-B',
    says: 'Earlier studies disagree: Google found SPDY much faster than HTTP and HTTPS, Akamai a little faster than HTTPS and slower than HTTP.',
    condition: null,
    printed: [
      [27, '%', 'Google over HTTP, least'],
      [60, '%', 'Google over HTTP, most'],
      [39, '%', 'Google over HTTPS, least'],
      [55, '%', 'Google over HTTPS, most'],
      [4.5, '%', 'Akamai over HTTPS'],
      [-3.4, '%', 'Akamai over HTTP'],
    ],
    decision: undecided('It is of others, whose pages and links it does not give.'),
  },
  {
    id: 'section-iii-a',
    place: 'section III-A',
    says: 'Page loads are measured as Time on Wire: from the packet of the first request to that of the last response, without what the browser computes before or after.',
    condition: 'Chromium 25, without DNS prefetching',
    printed: [],
    decision: undecided('It is a definition; the metric `tow_ms` follows it.'),
  },
  {
    id: 'section-iii-b-probes',
    place: 'section III-B',
    says: 'Numbers of loads: live ones, those in the testbed, and those of each site under each protocol.',
    condition: null,
    printed: [
      [12_000, 'loads', 'live'],
      [58_000, 'loads', 'in the testbed'],
      [500, 'loads', 'each live site under each protocol'],
      [20, 'loads', 'each condition of the sweep of round-trip times'],
      [100, 'loads', 'each number of shards'],
    ],
    decision: undecided('It is a setting.'),
  },
  {
    id: 'section-iii-b-clusters',
    place: 'section III-B',
    says: 'Number and size of resources of the 1,000 most visited sites form three clusters, one site of each is cloned: Twitter, YouTube, imgur. The plot itself is left out.',
    condition: 'most visited 1,000 sites',
    printed: [
      [7, 'requests', 'Twitter'],
      [46.4, 'kB', 'a resource of Twitter'],
      [50, 'requests', 'YouTube'],
      [10.63, 'kB', 'a resource of YouTube'],
      [133, 'requests', 'imgur'],
      [11.78, 'kB', 'a resource of imgur'],
    ],
    decision: undecided('The joint plot of number and size of resources is not drawn yet.'),
  },
  {
    id: 'section-i-weight',
    place: 'section I',
    says: 'Pages of the 1,000 most visited sites are heavy, after HTTP Archive.',
    condition: 'January 2014',
    printed: [
      [1607, 'kB', 'a page, mean'],
      [112, 'requests', 'a page, mean'],
    ],
    decision: undecided('It is of HTTP Archive.'),
  },
  {
    id: 'section-i-adoption',
    place: 'section I',
    says: 'Of the 10,000 most visited sites few spoke SPDY, and more of them half a year later.',
    condition: 'October 2012 and April 2013',
    printed: [
      [208, 'sites', 'October 2012'],
      [271, 'sites', 'April 2013'],
      [2.7, '%', 'April 2013'],
    ],
    decision: undecided('SPDY is gone; a survey of today counts HTTP/2 and HTTP/3 instead.'),
  },
  {
    id: 'table-1',
    place: 'Table I',
    says: 'Eight live sites with ranks, number and mean size of resources, domains, web server, SPDY version, CDN, initial window and round-trip time.',
    condition: 'from Lancaster, 20 to 23 May 2013',
    printed: [
      [20, 'requests', 'Facebook'],
      [7, 'requests', 'Google'],
      [50, 'requests', 'YouTube'],
      [31, 'requests', 'Blogspot'],
      [7, 'requests', 'Twitter'],
      [13, 'requests', 'WordPress'],
      [133, 'requests', 'imgur'],
      [270, 'requests', 'youm7'],
      [7, 'segments', 'initial window of Facebook, Google, YouTube, Blogspot'],
      [10, 'segments', 'initial window of Twitter, WordPress, imgur, youm7'],
      [8, 'ms', 'round trip, shortest'],
      [158, 'ms', 'round trip, longest'],
    ],
    decision: undecided(LIVE),
  },
  {
    id: 'table-2',
    place: 'Table II',
    says: 'Mean reduction of Time on Wire by SPDY over HTTPS on eight live sites: five gain, three lose.',
    condition: 'live sites, 500 loads each',
    printed: [
      [7, '%', 'Facebook'],
      [-20.2, '%', 'Google'],
      [4.7, '%', 'YouTube'],
      [-6, '%', 'Blogspot'],
      [10.6, '%', 'Twitter'],
      [-15.1, '%', 'WordPress'],
      [0.8, '%', 'imgur'],
      [9.7, '%', 'youm7'],
    ],
    decision: undecided(LIVE),
  },
  {
    id: 'figure-1',
    place: 'Figure 1',
    says: 'Distributions of Time on Wire of the eight sites under HTTP, HTTPS and SPDY: no protocol is best at all sites, nor always at one.',
    condition: 'live sites, 500 loads each; no HTTP where a site sends it on to HTTPS',
    printed: [],
    decision: undecided(LIVE),
  },
]

/** Elkhatib, Tyson and Welzl: live sites, then a testbed with clones of three of them. */
export const ELKHATIB_2014: Paper = {
  id: 'elkhatib',
  name: 'Elkhatib 2014',
  title: 'Can SPDY Really Make the Web Faster?',
  authors: ['Elkhatib', 'Tyson', 'Welzl'],
  published: 'IFIP Networking',
  year: 2014,
  read: true,
  figures: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  tables: [1, 2],
  sections: 'I II II-A II-B III III-A III-B IV V V-A V-B V-C VI VI-A VI-B VII VIII'.split(' '),
  entries: [...LIVE_ENTRIES, ...NETWORK_ENTRIES, ...INFRASTRUCTURE_ENTRIES],
}
