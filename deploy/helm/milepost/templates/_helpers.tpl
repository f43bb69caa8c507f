{{- define "milepost.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "milepost.labels" -}}
app.kubernetes.io/name: milepost
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "milepost.selector" -}}
app.kubernetes.io/name: milepost
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "milepost.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "milepost.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "milepost.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "milepost.environment" -}}
- name: MILEPOST_MODE
  value: production
- name: PUBLIC_URL
  value: {{ required "settings.PUBLIC_URL is required" .Values.settings.PUBLIC_URL | quote }}
{{- range $name, $value := omit .Values.settings "PUBLIC_URL" }}
{{- /* 0 and false are values; only an empty text and null mean the default. */}}
{{- if not (or (kindIs "invalid" $value) (eq (toString $value) "")) }}
- name: {{ $name }}
  value: {{ ternary $value (toJson $value) (kindIs "string" $value) | quote }}
{{- end }}
{{- end }}
{{- /* A pod does not start while one of these keys is missing in the Secret. */}}
{{- range list "DATABASE_URL" "BLOB_URL" "SECRET_KEY" "LINK_SECRET" "METRICS_TOKEN" }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ include "milepost.secret" $ }}
      key: {{ . }}
{{- end }}
{{- end -}}

{{- define "milepost.secret" -}}
{{ required "existingSecret is required: the name of a Secret with DATABASE_URL, BLOB_URL, SECRET_KEY, LINK_SECRET and METRICS_TOKEN" .Values.existingSecret }}
{{- end -}}

{{- define "milepost.mounts" -}}
- name: data
  mountPath: /var/lib/milepost
- name: tmp
  mountPath: /tmp
{{- end -}}

{{- define "milepost.volumes" -}}
- name: data
  emptyDir:
    sizeLimit: {{ .Values.dataVolume.sizeLimit }}
- name: tmp
  emptyDir: {}
{{- end -}}
