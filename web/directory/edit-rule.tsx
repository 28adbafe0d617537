import { directoryRuleFields } from '@eupnea/contract/directory.fields.ts'
import {
  createDirectoryRule,
  type DirectoryRule,
  listDirectoryRules,
  previewDirectory,
  updateDirectoryRule,
} from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { MultiSelect } from '@mantine/core'
import { useSend } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import { linesOf } from '../shared/form/lines.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'

interface EditRuleProps {
  /** null: a new one */
  readonly rule: DirectoryRule | null
  readonly onClose: () => void
}

/** Of many facilities, search narrows down which are shown. */
const mostShown = 50

/** Says what a group of the directory gives. */
export function EditRule({ rule, onClose }: EditRuleProps) {
  const form = useRecordForm(directoryRuleFields, noRules, rule, null, `directory rule ${rule?.id ?? 'new'}`)
  const clinics = useClinics()
  const shared = {
    invalidates: [listDirectoryRules, previewDirectory],
    onClose,
    onError: form.refuse,
  }
  const creation = useSend(createDirectoryRule, { ...shared, onSuccess: () => sayDone(m.directory_rule_create_done()) })
  const update = useSend(updateDirectoryRule, { ...shared, onSuccess: () => sayDone(m.directory_rule_update_done()) })
  return (
    <RecordDialog
      form={form}
      title={rule ? m.directory_rule_edit_label({ group: rule.group_name }) : m.directory_rule_add()}
      act={m.common_save()}
      isPending={creation.isPending || update.isPending}
      controls={{
        clinic_ids: ({ value, fault, onChange }) => (
          <MultiSelect
            label={directoryRuleFields.clinic_ids.label()}
            data={(clinics.data ?? rule?.clinic_list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={value.map(({ text }) => text)}
            onChange={(ids) => onChange(linesOf(ids))}
            placeholder={value.length > 0 ? undefined : m.user_clinics_hint()}
            nothingFoundMessage={m.user_clinics_none_found()}
            searchable
            hidePickedOptions
            limit={mostShown}
            error={fault}
          />
        ),
      }}
      onSubmit={() => {
        const given = form.changes as Parameters<typeof creation.mutate>[0]
        if (rule) update.mutate({ id: rule.id, ...given })
        else creation.mutate(given)
      }}
      onClose={onClose}
    />
  )
}
