import { m } from '@eupnea/texts'
import { Button, TextInput } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../icons.tsx'
import type { Faults } from './use-form-values.ts'
import '../table/table.css'
import './line-list.css'
import { insertTexts, type Line, lineOf, moveLine, splitPasted } from './lines.ts'

interface LineListProps {
  /** the field, under the server's name */
  readonly name: string
  readonly title: string
  readonly description: string
  /** label of one line: `Floor` */
  readonly item: string
  readonly add: string
  readonly lines: readonly Line[]
  readonly faults: Faults
  readonly onChange: (lines: readonly Line[]) => void
  readonly maxLength: number
  readonly type?: 'text' | 'email'
  /** people can reorder the lines */
  readonly isOrdered?: boolean
}

/** A list typed or pasted line by line, with each error beside its line. */
export function LineList(props: LineListProps) {
  const { name, title, description, item, add, lines, faults, onChange, isOrdered = false } = props
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const [focusKey, setFocusKey] = useState<number | null>(null)

  useEffect(() => {
    if (focusKey === null) return
    list.current?.querySelector<HTMLElement>(`[data-line="${focusKey}"]`)?.focus()
    setFocusKey(null)
  }, [focusKey])

  function addAfter(index: number) {
    const line = lineOf()
    onChange(lines.toSpliced(index + 1, 0, line))
    setFocusKey(line.key)
  }

  /** The focus moves to the line that takes its place, so that several can be removed in a row. */
  function remove(key: number) {
    const index = lines.findIndex((line) => line.key === key)
    const next = lines[index + 1] ?? lines[index - 1]
    onChange(lines.filter((line) => line.key !== key))
    if (next) setFocusKey(next.key)
    else list.current?.querySelector<HTMLElement>('.line-list-add')?.focus()
  }

  function onPaste(event: ClipboardEvent, { key }: Line) {
    const texts = splitPasted(event.clipboardData.getData('text'))
    if (texts.length < 2) return
    event.preventDefault()
    onChange(insertTexts(lines, key, texts))
  }

  function onKeyDown(event: KeyboardEvent, { key, text }: Line, index: number) {
    if (event.key === 'Enter') {
      event.preventDefault()
      addAfter(index)
    } else if (event.key === 'Backspace' && text === '' && lines.length > 1) {
      event.preventDefault()
      remove(key)
    } else if (isOrdered && event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      onChange(moveLine(lines, key, event.key === 'ArrowUp' ? -1 : 1))
      setFocusKey(key)
    }
  }

  return (
    <fieldset ref={list} className="form-whole line-list" data-field={name} aria-describedby={`${id}-note`}>
      <legend>{title}</legend>
      <p id={`${id}-note`} className="line-list-note">
        {description}
      </p>
      {lines.length > 0 && (
        <ol data-ordered={isOrdered}>
          {lines.map((line, index) => {
            const label = m.common_item_number({ item, number: index + 1 })
            const what = line.text.trim() || label
            return (
              <li key={line.key}>
                <TextInput
                  type={props.type ?? 'text'}
                  aria-label={label}
                  data-line={line.key}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={props.maxLength}
                  value={line.text}
                  error={faults[`${name}.${line.key}`]}
                  onChange={(event) => {
                    const text = event.currentTarget.value
                    onChange(lines.map((other) => (other.key === line.key ? { ...other, text } : other)))
                  }}
                  onPaste={(event) => onPaste(event, line)}
                  onKeyDown={(event) => onKeyDown(event, line, index)}
                />
                {isOrdered && (
                  <>
                    <button
                      type="button"
                      className="table-act line-list-act"
                      aria-label={m.common_move_up_label({ what })}
                      aria-disabled={index === 0}
                      onClick={() => onChange(moveLine(lines, line.key, -1))}
                    >
                      <IconArrowUp size={16} stroke={1.8} aria-hidden />
                    </button>
                    <button
                      type="button"
                      className="table-act line-list-act"
                      aria-label={m.common_move_down_label({ what })}
                      aria-disabled={index === lines.length - 1}
                      onClick={() => onChange(moveLine(lines, line.key, 1))}
                    >
                      <IconArrowDown size={16} stroke={1.8} aria-hidden />
                    </button>
                  </>
                )}
                <button
                  type="button"
                  className="table-act line-list-act"
                  aria-label={m.common_remove_label({ what })}
                  onClick={() => remove(line.key)}
                >
                  <IconX size={16} stroke={1.8} aria-hidden />
                </button>
              </li>
            )
          })}
        </ol>
      )}
      {faults[name] && (
        <p className="line-list-fault" role="alert">
          {faults[name]}
        </p>
      )}
      <Button
        className="line-list-add"
        size="compact-md"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => addAfter(lines.length - 1)}
      >
        {add}
      </Button>
    </fieldset>
  )
}
