import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from './file-choice.module.css'

/** A file of a record in a form. */
export type FileChoice =
  /** as saved, if there is one */
  | { readonly kind: 'kept' }
  /** url: of the file in this browser, for viewing */
  | { readonly kind: 'chosen'; readonly file: File; readonly url: string }
  | { readonly kind: 'removed' }

interface FileChoiceActsProps {
  readonly choice: FileChoice
  /** there is a file, saved or chosen */
  readonly has: boolean
  readonly types: readonly string[]
  /** @returns what is wrong with a file by its type and size; the server checks the content */
  readonly faultOf: (file: File) => string | undefined
  readonly fault: string | undefined
  /** a refused file changes nothing */
  readonly onChange: (choice: FileChoice, fault?: string) => void
  readonly words: Readonly<Record<'choose' | 'replace' | 'remove' | 'keep', () => string>>
  /** ids of the texts about it */
  readonly describedBy: string
}

/** Choose a file or another one, remove it, or keep it after all. */
export function FileChoiceActs(props: FileChoiceActsProps) {
  const { choice, has, types, faultOf, fault, onChange, words, describedBy } = props
  const input = useRef<HTMLInputElement>(null)
  const chosenUrl = choice.kind === 'chosen' ? choice.url : null
  useEffect(() => {
    if (chosenUrl) return () => URL.revokeObjectURL(chosenUrl)
  }, [chosenUrl])

  function choose(file: File | undefined) {
    if (!file) return
    const found = faultOf(file)
    onChange(found ? choice : { kind: 'chosen', file, url: URL.createObjectURL(file) }, found)
    // Lets people choose the same file again once it is corrected.
    if (input.current) input.current.value = ''
  }

  const label = has ? words.replace() : words.choose()
  return (
    <div className={styles.fileActs}>
      <label className={styles.fileChoice}>
        <input
          ref={input}
          type="file"
          accept={types.join(',')}
          aria-label={label}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        <span aria-hidden>{label}</span>
      </label>
      {has && (
        <Button
          size="compact-md"
          variant="default"
          aria-label={words.remove()}
          onClick={() => onChange({ kind: choice.kind === 'chosen' ? 'kept' : 'removed' })}
        >
          {m.common_remove()}
        </Button>
      )}
      {choice.kind === 'removed' && (
        <Button size="compact-md" variant="default" onClick={() => onChange({ kind: 'kept' })}>
          {words.keep()}
        </Button>
      )}
    </div>
  )
}
