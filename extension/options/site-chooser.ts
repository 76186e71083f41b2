import { h, type VNode } from '../../web/dom/h.ts'
import { render } from '../../web/dom/render.ts'
import type { Study } from '../store/published-data.ts'

/** Sites shown at once; a filter finds the others. */
const MOST_SHOWN = 300

interface ChooserOptions {
  /** Is null where there is no list. */
  readonly study: Study | null
  /** Sites that are contributed already. */
  readonly consented: readonly string[]
  /** Is null where none is set. */
  readonly server: string | null
  /** Called from within the click, which is when a browser may be asked for permissions. */
  readonly agree: (domains: readonly string[]) => void
}

/** Ticks for the sites under study, what is agreed to in words, and the button; it works only when both are there. */
export function siteChooser(options: ChooserOptions, document: Document): Element {
  const { study, server, consented } = options
  if (server === null || study === null || study.sites.length === 0)
    return render(h('p.nothing', missingReason(options)), document)
  const available = study.sites.map(({ domain }) => domain).filter((domain) => !consented.includes(domain))
  if (available.length === 0)
    return render(h('p.nothing', 'All sites under study are chosen already.'), document)

  const chosen = new Set<string>()
  const root = render(form(study, available.length, server), document)
  const element = <T extends Element>(selector: string) => root.querySelector(selector) as T
  const [filter, list] = [element<HTMLInputElement>('#site-filter'), element<HTMLElement>('.site-list')]
  const [agreed, button] = [element<HTMLInputElement>('#agreed'), element<HTMLButtonElement>('#agree')]
  const all = element<HTMLInputElement>('#all-sites')

  const update = () => {
    button.disabled = !agreed.checked || chosen.size === 0
    button.textContent =
      chosen.size === 0
        ? 'Contribute the chosen sites'
        : `Contribute ${chosen.size === 1 ? '1 site' : `${chosen.size} sites`}`
    all.checked = chosen.size === available.length
  }
  const show = () => {
    const found = available.filter((domain) => domain.includes(filter.value.trim().toLowerCase()))
    list.replaceChildren(
      ...found.slice(0, MOST_SHOWN).map((domain) => render(tick(domain, chosen), document)),
    )
    element('#found').textContent =
      found.length > MOST_SHOWN ? `${MOST_SHOWN} of ${found.length} shown: type to find others.` : ''
  }
  filter.addEventListener('input', show)
  list.addEventListener('change', ({ target }) => {
    const { value, checked } = target as HTMLInputElement
    if (checked) chosen.add(value)
    else chosen.delete(value)
    update()
  })
  all.addEventListener('change', () => {
    chosen.clear()
    if (all.checked) for (const domain of available) chosen.add(domain)
    show()
    update()
  })
  agreed.addEventListener('change', update)
  button.addEventListener('click', () => options.agree([...chosen]))
  show()
  update()
  return root
}

function missingReason({ server }: ChooserOptions): string {
  return server === null
    ? 'No collecting server is set: give its address below.'
    : 'There is no list of sites under study yet: get it from the server below.'
}

function form(study: Study, available: number, server: string): VNode {
  return h(
    'div',
    h(
      'div.row',
      h('label', { for: 'site-filter' }, 'Find'),
      h('input', { id: 'site-filter', type: 'search', autocomplete: 'off', size: 24 }),
      h('label', h('input', { id: 'all-sites', type: 'checkbox' }), `all ${available} sites`),
      h(
        'span.note',
        `List ${study.list}, ${study.fetchedDay === null ? 'as it came with the extension' : `of ${study.fetchedDay}`}`,
      ),
    ),
    h('div', { class: 'site-list', role: 'group', 'aria-label': 'Sites under study', tabindex: 0 }),
    h('p', { class: 'note', id: 'found' }),
    h(
      'label.agree',
      h('input', { id: 'agreed', type: 'checkbox' }),
      'I have read what is collected, and agree that for each cold load of the chosen sites’ front pages a record like the one above is sent to ',
      h('strong', server),
      '.',
    ),
    h('p', h('button', { type: 'button', class: 'first', id: 'agree', disabled: true }, 'Contribute')),
    h(
      'p.note',
      'Your browser will ask whether towline may read these sites, each by its name and with www in front: the front page’s timings cannot be read without that. No other site is asked for.',
    ),
  )
}

function tick(domain: string, chosen: ReadonlySet<string>): VNode {
  return h('label', h('input', { type: 'checkbox', value: domain, checked: chosen.has(domain) }), domain)
}
