import { type Decided, type Entry, type Paper, undecided } from './paper.ts'

const PAGES = 'page twitter, youtube, imgur'

/** A sweep is decided by the reduction of Time on Wire, as the paper has it. */
function sweep(plan: string, cells: string, comparison: string, effect: string): Decided {
  return { plan, cells: `${PAGES}; ${cells}`, metric: 'tow_ms', comparison, effect }
}

const BOTTLENECK = 'Loss and queueing delay at the bottleneck are no metric of a sample yet.'
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

const NETWORK_ENTRIES: readonly Entry[] = [
  {
    id: 'figure-2',
    place: 'Figure 2',
    says: 'SPDY is never slower, gains little over short round trips, and the more the longer they are.',
    condition: '1 Mbit/s, no loss, 10 to 490 ms',
    printed: [
      [5, '%', 'reduction below 150 ms, at most on average'],
      [21.26, '%', 'largest reduction: YouTube, 490 ms'],
      [13.81, '%', 'mean of YouTube'],
      [6.87, '%', 'mean of Twitter'],
      [1.32, '%', 'mean of imgur'],
    ],
    decision: sweep(
      'elkhatib-rtt',
      'every rttMs',
      'mean reduction at 490 ms minus that at 10 ms, by page, arm over h1',
      'at least 5 percentage points for two of three pages, and no cell slower',
    ),
  },
  {
    id: 'section-v-a-tls',
    place: 'section V-A',
    says: 'SPDY saves most of the time that handshakes of TLS take.',
    condition: '1 Mbit/s, no loss, 10 to 490 ms',
    printed: [
      [66, '%', 'saved, least'],
      [94, '%', 'saved, most'],
    ],
    decision: undecided('Handshake times of a load are in its HAR, and no metric sums them up yet.'),
  },
  {
    id: 'section-v-a-order',
    place: 'section V-A',
    says: 'YouTube gains most from SPDY, Twitter less for want of streams, imgur with the most resources least.',
    condition: '1 Mbit/s, no loss, mean over 10 to 490 ms',
    printed: [],
    decision: sweep(
      'elkhatib-rtt',
      'every rttMs',
      'mean reduction over round-trip times, page against page',
      'YouTube over Twitter and Twitter over imgur by 3 percentage points each',
    ),
  },
  {
    id: 'figure-3',
    place: 'Figure 3',
    says: 'Shares of connect, send, wait, receive and TLS in loads of Twitter and imgur: HTTPS sets up connections, SPDY waits. The text has a round trip of 490 ms and a rate of 2 Mbit/s, the caption 250 ms.',
    condition: '2 Mbit/s, 490 ms (caption: 250 ms), where both pages gain alike',
    printed: [
      [15, '%', 'reduction of both pages, about'],
      [49, '%', 'wait of SPDY, Twitter'],
      [97, '%', 'wait of SPDY, imgur'],
      [94, '%', 'connect saved, imgur'],
      [9, 'x', 'wait of SPDY over HTTPS, imgur, at least'],
    ],
    decision: {
      plan: 'elkhatib-phases',
      cells: 'page twitter, imgur; rateMbps 2; rttMs 490, 250',
      metric: 'tow_ms',
      comparison: 'mean reduction of h2 over h1; phases from the HARs of the same loads',
      effect: 'both pages between 10 and 20 %',
    },
  },
  {
    id: 'figure-4',
    place: 'Figure 4',
    says: 'SPDY is faster over slow links and clearly slower over fast ones.',
    condition: '150 ms, no loss, 64 kbit/s to 8 Mbit/s, queue of 256 packets',
    printed: [
      [5.75, '%', 'mean reduction at 64 kbit/s'],
      [-22.24, '%', 'mean reduction at 8 Mbit/s'],
    ],
    decision: sweep(
      'elkhatib-bandwidth',
      'every rateMbps',
      'mean reduction at 64 kbit/s minus that at 8 Mbit/s, mean over pages',
      'faster at 64 kbit/s, slower at 8 Mbit/s, 10 percentage points apart',
    ),
  },
  {
    id: 'section-v-b-queue',
    place: 'section V-B',
    says: 'Parallel connections of HTTPS fill the queue: round trips grow, packets are lost; SPDY loses hardly any.',
    condition: 'low rates, 150 ms, queue of 256 packets',
    printed: [
      [256, 'packets', 'queue'],
      [570, '%', 'growth of the round trip under HTTPS, most'],
      [3, '%', 'lost under HTTPS, most'],
    ],
    decision: undecided(BOTTLENECK),
  },
  {
    id: 'section-v-b-queue-lengths',
    place: 'section V-B, footnote 5',
    says: 'Longer queues mean longer delays and more loss.',
    condition: 'queues of 64, 256 and 512 packets',
    printed: [
      [296, '%', 'growth of the round trip, 64 packets, most'],
      [1, '%', 'lost, 64 packets'],
      [920, '%', 'growth of the round trip, 512 packets, most'],
      [5, '%', 'lost, 512 packets'],
    ],
    decision: {
      plan: 'elkhatib-queue',
      cells: `${PAGES}; every queuePackets`,
      metric: 'retransmissions',
      comparison:
        'mean retransmissions of h1 at 512 packets minus those at 64; the delay itself is not measured yet',
      effect: 'the whole interval above 1 packet a load',
    },
  },
  {
    id: 'section-v-b-window',
    place: 'section V-B',
    says: 'Larger initial windows raise delay and loss under HTTPS, and let SPDY gain more without either.',
    condition: '1 Mbit/s, 150 ms, windows of 3, 7, 10 and 16 segments',
    printed: [
      [3, 'segments', 'smallest window'],
      [16, 'segments', 'largest window'],
    ],
    decision: sweep(
      'elkhatib-iw',
      'every initcwnd',
      'mean reduction of h2 over h1 at a window of 16 minus that at 3',
      'at least 3 percentage points, mean over pages',
    ),
  },
  {
    id: 'section-v-b-throughput',
    place: 'section V-B',
    says: 'SPDY’s window opens faster than that of any of the parallel connections, and its throughput is higher over slow links and lower over fast ones.',
    condition: '150 ms, no loss',
    printed: [
      [10, '%', 'more throughput over slow links, about'],
      [2, '%', 'less throughput over fast links, least'],
      [10, '%', 'less throughput over fast links, most'],
    ],
    decision: undecided('Throughput is no metric of a sample yet.'),
  },
  {
    id: 'figure-5',
    place: 'Figure 5',
    says: 'Phases of loads of YouTube by rate: HTTPS spends its time in setting up, SPDY in waiting for its connection.',
    condition: 'YouTube, 150 ms, no loss',
    printed: [],
    decision: undecided('Phases are in each load’s HAR, and no metric sums them up yet.'),
  },
  {
    id: 'figure-6',
    place: 'Figure 6',
    says: 'Loss harms SPDY far more than HTTPS, imgur most; half a percent undoes what it gains.',
    condition: '1 Mbit/s, 150 ms, 0 to 3 % lost',
    printed: [[0.5, '%', 'lost, enough to undo the gain']],
    decision: sweep(
      'elkhatib-loss',
      'every lossFraction',
      'mean reduction without loss minus that at 3 %, mean over pages',
      'at least 10 percentage points, and slower at 3 %',
    ),
  },
  {
    id: 'section-v-c-throughput',
    place: 'section V-C',
    says: 'Loss takes a much larger share of SPDY’s throughput than of HTTPS’s.',
    condition: '1 Mbit/s, 150 ms, CUBIC',
    printed: [[7, 'x', 'effect of loss on throughput over that on HTTPS, most']],
    decision: undecided('Throughput is no metric of a sample yet.'),
  },
  {
    id: 'section-v-c-packets',
    place: 'section V-C',
    says: 'By reusing connections SPDY sends fewer packets, up to half of them.',
    condition: '1 Mbit/s, 150 ms',
    printed: [[49, '%', 'fewer packets, most']],
    decision: {
      plan: 'elkhatib-loss',
      cells: `${PAGES}; every lossFraction`,
      metric: 'packets',
      comparison: '1 − mean packets of h2 / of h1, the largest of a cell',
      effect: 'at least 25 % in some cell',
    },
  },
]

const INFRASTRUCTURE_ENTRIES: readonly Entry[] = [
  {
    id: 'figure-7',
    place: 'Figure 7',
    says: 'Distribution of the number of domains that a site’s resources come from: all sites with a page of their own use several.',
    condition: 'most visited 10,000 sites',
    printed: [[70, 'sites', 'of the 100 most visited with 7 domains or fewer']],
    decision: undecided(
      'A campaign draws the same distribution over its sites (`towline sites distribution`); none over so many is part of the results.',
    ),
  },
  {
    id: 'figure-8',
    place: 'Figure 8',
    says: 'The more shards, the less SPDY gains with YouTube and imgur; Twitter’s gain stays.',
    condition: '1 Mbit/s, 150 ms, no loss, 1 to 7 shards, 100 loads each',
    printed: [
      [1, 'hosts', 'fewest'],
      [7, 'hosts', 'most'],
    ],
    decision: sweep(
      'elkhatib-shards',
      'every shards',
      'mean reduction with 1 shard minus that with 7, by page',
      'at least 3 percentage points for YouTube and imgur, below 3 for Twitter',
    ),
  },
  {
    id: 'figure-9',
    place: 'Figure 9',
    says: 'More streams raise SPDY’s gain up to a plateau, for YouTube sooner than for imgur; Twitter’s gain hardly changes.',
    condition: '1 Mbit/s, no loss, 1 to 100 streams over several round-trip times, one server',
    printed: [
      [10, 'streams', 'plateau of YouTube'],
      [30, 'streams', 'plateau of imgur'],
    ],
    decision: sweep(
      'elkhatib-streams',
      'every rttMs and streams',
      'mean reduction over round-trip times by streams, page by page',
      'reductions at the printed plateau and at 100 streams differ by less than 2 percentage points',
    ),
  },
  {
    id: 'section-vi-b-few-streams',
    place: 'section VI-B',
    says: 'With fewer streams than HTTPS has connections SPDY is slower than it.',
    condition: 'YouTube and imgur, fewer than 6 streams',
    printed: [[6, 'streams', 'from which on SPDY can be faster']],
    decision: sweep(
      'elkhatib-streams',
      'streams 1 and 5',
      'reduction of h2 over h1, by page',
      'slower in most cells of YouTube and of imgur',
    ),
  },
  {
    id: 'section-vi-b-model',
    place: 'section VI-B',
    says: 'The fewest streams m with which SPDY outperforms HTTPS grow with the number of resources r of a page, as m ≈ r/4: a fit over the tested pages and three more. R² and p agree on six pages (4 degrees of freedom), though the number is not printed.',
    condition: '1 Mbit/s, no loss; r is resources, not a round-trip time',
    printed: [
      [0.25, 'x', 'm over r'],
      [0.985_37, 'R²', 'of the fit'],
      [8.0684e-5, 'p', 'of the fit'],
      [148, 'requests', 'New York Times, one of the pages'],
    ],
    decision: {
      plan: 'elkhatib-streams',
      cells: 'page twitter, youtube, imgur, nytimes; every rttMs and streams',
      metric: 'plt_ms',
      comparison:
        'line through the origin of the fewest streams whose gain is above 1, by resources of a page',
      effect: 'the interval of the slope holds 0.25; four pages of its six, so its R² is not decided',
    },
  },
  {
    id: 'section-vii-pages',
    place: 'section VII',
    says: 'SPDY suits pages of more and larger resources, and not those of very many small ones.',
    condition: null,
    printed: [],
    decision: undecided(
      'Its effect size is not said; `objects-size-loss` varies both, and refers to another paper.',
    ),
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
