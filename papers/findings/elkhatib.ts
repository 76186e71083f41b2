import type { ResultsPage } from './finding.ts'
import { onServers } from './on-servers.ts'

export const ELKHATIB_PAGE: ResultsPage = {
  name: 'elkhatib',
  title: 'Results beside Elkhatib 2014',
  papers: ['elkhatib'],
  findings: [
    {
      title: 'Twitter gains with the round trip, imgur never does',
      figure: 'elkhatib:figure-2',
      statements: {
        'elkhatib:figure-2': ['not found', 'not decided'],
        'elkhatib:section-v-a-order': ['turned round', 'turned round'],
        'elkhatib:section-v-a-tls': ['found again', 'found again'],
      },
      found:
        'Longer round trips raise what both protocols save with Twitter, a little with YouTube over HTTP/2, and with imgur not at all; over ' +
        'HTTP/3 imgur is slower than over HTTP/1.1 from some 210 ms on. HTTP/2 is never slower. Twitter gains most and not YouTube. Most ' +
        'of the time for TLS is saved, as printed.',
      why:
        'Six connections of HTTP/1.1 open six windows at once: over a long round trip they fill a link of 1 Mbit/s sooner than one ' +
        'connection does, which makes up for their handshakes where there is much to send. Twitter’s seven resources are over before.',
      unknown:
        'Between 210 and 250 ms HTTP/1.1 gets faster with all three pages, which was not traced. What holds HTTP/3 back with imgur is open; ' +
        'it sends some 100 packets again there without loss.',
    },
    {
      title: 'Setting up goes, waiting comes',
      figure: 'elkhatib:figure-3',
      inReadme: 'Time for setting up connections saved over HTTP/1.1, Twitter’s page over 250 and 490 ms',
      statements: { 'elkhatib:figure-3': ['found again', 'found again'] },
      onServers: onServers('elkhatib:figure-3', { rttMs: [250, 490] }),
      found:
        'Over long round trips both protocols save most of the time that HTTP/1.1 takes to set up connections, and requests of imgur ' +
        'wait several times as long: the shift that the paper draws.',
      why:
        'All 133 requests of imgur go out together and wait while others are answered. Under HTTP/1.1 they are held back in the browser ' +
        'until one of six connections is free, which HAR counts as blocked.',
      unknown:
        'Phases are summed over requests, so that waits overlap. Waiting with Twitter is not longer under HTTP/3; the paper prints a ' +
        'share of the whole there, not a factor.',
    },
    {
      title: 'At 490 ms pages gain twice what is printed',
      figure: null,
      statements: { 'elkhatib:section-v-a-alike': ['not found', 'not found'] },
      found: 'Both pages gain far more than the 15 % that are printed, imgur the most.',
      why:
        'With six connections the 133 requests of imgur take 22 turns of 490 ms under HTTP/1.1, some 11 s, while their bytes take 6 s at ' +
        '2 Mbit/s. One connection that answers all of them at once takes little more than the bytes.',
      unknown:
        'Why SPDY gained less. The authors found requests waiting in the multiplexed connection and could not say for what; neither ' +
        'Chromium 25 nor mod_spdy runs today.',
    },
    {
      title: 'Larger windows help multiplexed connections a little more',
      figure: 'elkhatib:section-v-b-window',
      statements: { 'elkhatib:section-v-b-window': ['not found', 'not found'] },
      found:
        'From 3 to 16 segments what HTTP/2 and HTTP/3 save over HTTP/1.1 grows by about two points: smaller than the size that was ' +
        'set before. Under HTTP/1.1 more packets are sent again, under HTTP/2 none.',
      why:
        'Six connections with 16 segments each are 96 packets at once before a link of 1 Mbit/s; one connection sends 16. With pages of ' +
        '0.3 to 1.6 MB a round trip or two of the window are a small part.',
      unknown:
        'HTTP/3 has some 150 retransmissions with imgur at every window, and no loss on the link: quinn’s slow start overshoots the queue. ' +
        'With HyStart++, which our server has since, there are none in four loads of five, and the page takes as long (decision 139).',
    },
    {
      title: 'Fast links gain a third, slow ones next to nothing',
      figure: 'elkhatib:figure-4',
      statements: { 'elkhatib:figure-4': ['turned round', 'turned round'] },
      found:
        'The reverse of what is printed. At 64 kbit/s both protocols save 2 to 4 %, and more the faster the link is: a ' +
        'third at 8 Mbit/s, imgur the most. No page is slower over HTTP/2 at any rate.',
      why:
        'A slow link is full under every protocol, so that bytes decide. A fast one leaves HTTP/1.1 waiting for one of six connections: at ' +
        '150 ms the 133 requests of imgur take 22 turns, whatever the rate.',
      unknown:
        'Why SPDY lost more than a fifth at 8 Mbit/s. The authors name requests that wait in the multiplexed connection, which neither ' +
        'Chromium 156 nor our server shows.',
    },
    {
      title: 'One connection fills the queue as well, where the page is large',
      figure: 'elkhatib:section-v-b-queue',
      statements: { 'elkhatib:section-v-b-queue': ['not found', 'turned round'] },
      found:
        'Twitter and YouTube have most or all of their retransmissions saved, as the paper says. With imgur over slow links HTTP/2 sends three ' +
        'to five times as many packets again as HTTP/1.1, so that in the mean nothing is saved. HTTP/3 sends twice as many up to 256 kbit/s, ' +
        'and 60 to 160 from 512 on, where HTTP/1.1 sends 12 or none.',
      why:
        'A single window that never stops growing reaches the 256 packets of the queue when there are 1.6 MB to send, and then overshoots ' +
        'by as many as it has. Six share the bytes and end before.',
      unknown:
        'Counts are of packets sent twice, of which some were only late: over 64 kbit/s a full queue holds 48 s.',
    },
    {
      title: 'Setting up goes at every rate; HTTP/3 does not wait instead',
      figure: 'elkhatib:figure-5',
      statements: { 'elkhatib:figure-5': ['found again', 'not found'] },
      found:
        'With YouTube nine tenths of the time for connections are saved at all rates. Waits are twice as long and more over HTTP/2, as printed; ' +
        'over HTTP/3 they grow by less than a third.',
      why:
        'All requests go out together and wait for those before them. Our HTTP/3 server sends pieces of all responses in turn, so that each ' +
        'begins soon and takes long: the time is in receiving, not in waiting.',
      unknown: 'With priorities heeded (decision 115) the order is another; it was not measured here.',
    },
    {
      title: 'Longer queues lose less, not more',
      figure: null,
      statements: { 'elkhatib:section-v-b-queue-lengths': ['turned round'] },
      found:
        'Under HTTP/1.1 fewer packets are sent again the longer the queue is, and set-ups of connections meet no longer round trip. From ' +
        '256 packets on nothing changes.',
      why:
        'A queue that drops at its end drops less where it is longer. Six connections of Twitter overflow 64 packets; their windows ' +
        'together never fill 256, and the pages end before they would.',
      unknown:
        'The paper’s round trips grew by up to 920 %; what filled its queue of 512 packets is not said. Delays of data packets are not ' +
        'measured, and packets that are sent again without a drop are counted as well.',
    },
    {
      title: 'Shards take from the gain of HTTP/2, and nothing from that of HTTP/3',
      figure: 'elkhatib:figure-8',
      statements: { 'elkhatib:figure-8': ['not found', 'not found'] },
      found:
        'From one shard to seven what HTTP/2 saves shrinks with every page: with YouTube and imgur by a point or two, less than the size ' +
        'that was set, and with Twitter to nothing, where the paper has it stay. What HTTP/3 saves stays with all three.',
      why:
        'At 1 Mbit/s the bytes of imgur take 12.5 s of 13.9, so that little is left to gain or lose. Each shard costs HTTP/2 handshakes ' +
        'of TCP and TLS through a queue that other shards fill, and Twitter’s seven resources are soon alone on their connections. QUIC ' +
        'sets up in one round trip. HTTP/1.1 gains nothing from up to 16 connections, which share the same link.',
      unknown:
        'In the paper HTTP/1.1 gained from more connections; what its own link left unused is not said. Some shards of HTTP/2 have packets ' +
        'sent again without loss, which was not traced.',
    },
    {
      title: 'More streams help up to a plateau, over HTTP/3 a late one',
      figure: 'elkhatib:figure-9',
      statements: {
        'elkhatib:figure-9': ['found again', 'not found'],
        'elkhatib:section-vi-b-few-streams': ['not found', 'found again'],
      },
      found:
        'Over HTTP/2 YouTube and imgur reach their plateau with 5 to 10 streams, sooner than printed, and five already save 2 %. With one ' +
        'stream imgur takes 4.6 times as long as over HTTP/1.1 at 400 ms; over HTTP/3 8.5 times, and it goes on gaining up to 100 streams. ' +
        'With Twitter two streams over HTTP/2 and ten over HTTP/3 are enough.',
      why:
        'HTTP/2 may open a stream once another has ended. QUIC counts all that were ever opened (RFC 9000, 4.6), and quinn allows one more ' +
        'when all of an earlier one is acknowledged: a turn takes two round trips in place of one.',
      unknown: 'How it is with servers that raise the limit ahead of need, which QUIC lets them.',
    },
    {
      title: 'Streams needed grow with the round trip, not with the page',
      figure: 'elkhatib:section-vi-b-model',
      statements: { 'elkhatib:section-vi-b-model': ['not found', 'not decided'] },
      found:
        'With one stream a page of 50 to 148 resources takes four to five times as long over HTTP/2 as over HTTP/1.1 at 400 ms. Five ' +
        'streams are as fast as its six connections up to 300 ms and ten are at 400, on pages of 50, 133 and 148 resources alike; more ' +
        'change nothing.',
      why:
        'What is asked for at once has to fill the link for a round trip: 1 Mbit/s and 400 ms hold 50 kB, four to five resources of ' +
        'these pages, whose mean is 11 to 13 kB.',
      unknown: 'The fit of the paper had two or three pages more, and its pages had other sizes.',
    },
    {
      title: 'Loss harms one connection far more than six',
      figure: 'elkhatib:figure-6',
      // Plan `findings` captures no packets, and so has no Time on Wire.
      onServers: { ...onServers('elkhatib:figure-6'), metric: 'plt_ms' },
      inReadme: 'What 3 % of loss takes off the reduction of load time over HTTP/1.1, mean of three pages',
      statements: {
        'elkhatib:figure-6': ['found again', 'found again'],
        'elkhatib:section-v-c-half-percent': ['turned round', 'turned round'],
        'elkhatib:section-v-c-packets': ['not found', 'not decided'],
      },
      found:
        'With 3 % lost imgur takes nearly twice as long over HTTP/2 and HTTP/3 as over HTTP/1.1, which hardly slows down. HTTP/3 is ' +
        'harmed as much as HTTP/2. Half a percent does not undo the gain yet; 1 % turns it round with imgur over HTTP/2, 2 % with ' +
        'YouTube. With Twitter no interval up to 3 % excludes that nothing is left or lost. Packets are saved, but not up to half of them.',
      why:
        'A loss halves the window of one connection in six, or of the only one: CUBIC at 3 % and 150 ms keeps a single window too small ' +
        'for 1 Mbit/s. Streams of QUIC do not wait for each other, but share one congestion window, which is what limits here.',
      unknown:
        'Why nginx’s QUIC recovers better: from it HTTP/3 still gains 15 % with 3 % lost (plan findings).',
    },
  ],
  reconciled:
    'With 490 ms imgur gains most at 2 Mbit/s (Figure 3) and nothing at 1 Mbit/s (Figure 2). At 2 Mbit/s its bytes take 6 s and the turns of ' +
    'six connections 11 s, so that round trips limit HTTP/1.1; at 1 Mbit/s bytes take 12.5 s, which limits all three.',
  threats: [
    'Chromium waits for the whole document before it asks for pictures only where the page makes it; the clones of Twitter, YouTube and ' +
      'imgur have the printed numbers and mean sizes of resources, none of their scripts.',
  ],
}
