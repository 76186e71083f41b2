import type { ResultsPage } from './finding.ts'
import { onServers } from './on-servers.ts'

export const EPLOAD_PAGE: ResultsPage = {
  name: 'epload',
  title: 'Results beside Wang 2014 and CS244 2015',
  papers: ['wang', 'cs244'],
  findings: [
    {
      title: 'Many small objects gain, some large ones under loss lose most of all',
      figure: 'wang:objects-size-loss',
      statements: {
        'wang:abstract': ['not decided', 'not decided'],
        'wang:objects-size-loss': ['not found', 'turned round'],
        'cs244:object-number': ['not found', 'turned round'],
        'cs244:object-size': ['not found', 'not found'],
      },
      found:
        'Number, size and loss decide what is gained, as printed, but they do not act one by one. Without loss a page gains the more the more ' +
        'small objects it has: over HTTP/2 a quarter with two of 1 kB, and 5.7 times with 256. With objects of 100 kB it gains nothing ' +
        'once there are many, and from 1 % of loss on takes four to six times as long as over HTTP/1.1. Averaged over sizes and losses a page ' +
        'of 64 objects therefore gains no more than one of two, over HTTP/3 less.',
      why:
        'Small objects cost HTTP/1.1 a turn of its six connections each, which multiplexing saves. Large ones fill windows: a loss halves ' +
        'one window of six there, and the only one here.',
      unknown:
        'With 256 objects only sizes to 10 kB were loaded. Why HTTP/3 gains a little less than HTTP/2 from 256 small objects was not traced.',
    },
    {
      title: 'Small and many objects favour one connection, rate and round trip less',
      figure: null,
      statements: { 'wang:factors': ['found again', 'found again'] },
      found:
        'Objects of 100 B gain 2.7 times, those of 10 kB 4 to 14 %; pages of two objects gain a sixth over HTTP/2, of 512 4.5 times. Ten ' +
        'times the rate or the round trip raises gains by a fifth or a tenth over HTTP/2, by a third or a fifth over HTTP/3. Loss of 2 % ' +
        'takes nothing from small objects, and turns 128 of 10 kB from 1.2 to 0.7.',
      why: 'HTTP/1.1 waits a round trip for every six objects, however small they are.',
      unknown:
        'These are 112 of the 918 cells of the plan: windows of 10, no objects of 100 kB and more, two levels of round trip and loss.',
    },
    {
      title: 'Loss turns the gain round, as Wang et al. have it',
      figure: 'cs244:loss',
      statements: { 'cs244:loss': ['turned round', 'turned round'] },
      onServers: onServers('cs244:loss'),
      inReadme: 'Gain without loss over that with 2 % lost, pages of 2 to 256 objects of 1 to 100 kB',
      found:
        'The repetition found SPDY faster than HTTP under loss, the more so the more is lost. Here loss takes from the gain of both protocols.',
      why:
        'Packets are lost at random at the bottleneck, from connections of CUBIC on both sides: what one connection may send falls with its ' +
        'own losses, while six share theirs.',
      unknown:
        'What the repetition did otherwise. It says itself that nothing it tried brought it closer to the original.',
    },
    {
      title: 'Without loss TCP sends little again, and our QUIC hundreds of packets',
      figure: null,
      statements: { 'cs244:figure-7': ['not decided', 'turned round'] },
      found:
        'Without loss on the link only pages with much to send overflow its queue. With 64 objects of 100 kB HTTP/2 sends 18 packets again where ' +
        'HTTP/1.1 sends 34; with 16 of them 16 where HTTP/1.1 sends none. HTTP/3 sends 480 and 210.',
      why: 'Six windows overflow a queue sooner than one. quinn’s slow start ends by a loss, where Linux’s TCP leaves it early (HyStart).',
      unknown:
        'A reduction can be taken only where HTTP/1.1 sends something again, which one condition of eleven does: a single cell stands for no ' +
        'population. With HyStart++ (decision 139) HTTP/3 was not measured here.',
    },
    {
      title: 'Dependencies change little where nothing is computed',
      figure: 'wang:dependencies',
      statements: {
        'wang:dependencies': ['not found', 'not found'],
        'cs244:dependencies': ['not found', 'not found'],
      },
      found:
        'The same pages gain about as much with their dependencies as without, over HTTP/3 a little more without; no page’s gain is changed to ' +
        'half or to twice as much.',
      why:
        'Dependencies put requests behind one another under every protocol. Six connections are idle meanwhile as one is, so that times grow ' +
        'by about the same share.',
      unknown:
        'The pages are made, and their graphs have short chains; the papers’ were recorded in 2013, with computation of that time, which ' +
        'graphs of made pages lack.',
    },
  ],
  reconciled:
    'Loss harms one connection in every page with much to send, here as in CableLabs’ page C and in Elkhatib’s imgur, and is not decided or ' +
    'harmless where the whole page fits into a window or two: two objects of 1 kB lose nothing at 2 %. The papers differ by their pages.',
  threats: [
    'What Wang et al. say is known from others alone; the paper was not at hand.',
    'Before `objects-size-loss` single round trips of three of its links took up to 370 ms beside other work; ping had at most 101.',
  ],
}
