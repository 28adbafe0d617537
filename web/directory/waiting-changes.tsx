import { applyDirectory, previewDirectory } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button, Table } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import tableStyles from '../shared/table/table.module.css'
import { rightsText } from './rights-words.ts'

/** For whom the rules give something else than they have: from their next sign-in, or now. */
export function WaitingChanges() {
  const query = useCall(previewDirectory, {})
  const [isApplying, setApplying] = useState(false)
  const act = (query.data?.total ?? 0) > 0 && (
    <Button size="compact-md" variant="default" onClick={() => setApplying(true)}>
      {m.directory_apply()}
    </Button>
  )
  return (
    <Panel title={m.directory_changes_title()} note={m.directory_changes_note()} aside={act}>
      <Answer
        query={query}
        label={m.directory_changes_loading()}
        isEmpty={({ total }) => total === 0}
        empty={<Empty title={m.directory_changes_none_title()}>{m.directory_changes_none()}</Empty>}
      >
        {({ changes, total }) => (
          <>
            <Table.ScrollContainer minWidth={480}>
              <Table aria-label={m.directory_changes_label()}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{m.directory_person_column()}</Table.Th>
                    <Table.Th>{m.directory_before_column()}</Table.Th>
                    <Table.Th>{m.directory_after_column()}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {changes.map(({ user_id, name, email, before, after }) => (
                    <Table.Tr key={user_id}>
                      <Table.Td>
                        <b>{name}</b> <span className={tableStyles.tableSub}>{email}</span>
                      </Table.Td>
                      <Table.Td>{rightsText(before)}</Table.Td>
                      <Table.Td>{rightsText(after)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {total > changes.length && (
              <p>{m.directory_changes_more({ shown: numberText(changes.length), total: numberText(total) })}</p>
            )}
          </>
        )}
      </Answer>
      {isApplying && <ApplyRules onClose={() => setApplying(false)} />}
    </Panel>
  )
}

function ApplyRules({ onClose }: { readonly onClose: () => void }) {
  return (
    <QuestionDialog
      call={applyDirectory}
      input={{}}
      invalidates={[previewDirectory]}
      done={m.directory_apply_done()}
      title={m.directory_apply_question()}
      act={m.directory_apply()}
      onClose={onClose}
    >
      <p>{m.directory_apply_effect()}</p>
    </QuestionDialog>
  )
}
