import { h, type VNode } from '../dom/h.ts'

export interface LoadChooser {
  readonly names: readonly string[]
  /** Of which one is shown. */
  readonly choose: (index: number) => void
  /** And beside which other one; null: none. */
  readonly compare: (index: number | null) => void
}

/** One of several loads, and another to stand beside it. */
export function loadChooser({ names, choose, compare }: LoadChooser): VNode {
  return h(
    'div',
    {},
    h(
      'fieldset',
      { class: 'loads' },
      h('legend', {}, 'Loads'),
      names.map((name, i) =>
        h(
          'label',
          {},
          h('input', { type: 'radio', name: 'load', checked: i === 0, onchange: () => choose(i) }),
          h('span', {}, name),
        ),
      ),
    ),
    h(
      'p',
      { class: 'row' },
      h('label', { for: 'compare' }, 'Compare with'),
      h(
        'select',
        {
          id: 'compare',
          onchange: ({ target }: Event) => {
            const { value } = target as HTMLSelectElement
            compare(value === '' ? null : Number(value))
          },
        },
        h('option', { value: '' }, 'no other load'),
        names.map((name, i) => h('option', { value: i }, name)),
      ),
    ),
  )
}
