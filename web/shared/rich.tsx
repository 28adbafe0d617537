import type { TextPart } from '@eupnea/texts'
import { Fragment, type ReactNode } from 'react'

type Tag = (children: ReactNode) => ReactNode

interface RichProps {
  /** `m.note_theirs.parts({ person })` */
  readonly parts: readonly TextPart[]
  /** what the text's own tags render; `b` is built in */
  readonly tags?: Readonly<Record<string, Tag>>
}

const known: Readonly<Record<string, Tag>> = { b: (children) => <b>{children}</b> }

/** A text of the catalogue with bold words or links: `{#b}Ada{/b} saved this`. */
export function Rich({ parts, tags }: RichProps): ReactNode {
  const open: { tag: Tag; children: ReactNode[] }[] = [{ tag: (children) => children, children: [] }]
  for (const [index, part] of parts.entries()) {
    const { children } = open.at(-1)!
    if (part.type === 'text') children.push(part.value)
    else if (part.type === 'markup-start') open.push({ tag: tags?.[part.name] ?? known[part.name]!, children: [] })
    else if (part.type === 'markup-end') {
      const { tag, children: inside } = open.pop()!
      open.at(-1)!.children.push(<Fragment key={index}>{tag(inside)}</Fragment>)
    }
  }
  return open[0]!.children
}
