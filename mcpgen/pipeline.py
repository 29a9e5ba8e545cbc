"""The one way through the house: load → plan → render → reconcile → apply, of which only apply writes.

Every command takes it, and stops where it has what it needs, so a dry run cannot lie.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from mcpgen.attachments import named_files
from mcpgen.config import Config, Mode, config_text, with_choices, with_hosts
from mcpgen.diagnostics import Diagnostic, Diagnostics, Source
from mcpgen.diagnostics.text import counted
from mcpgen.files import File
from mcpgen.model import Document, JsonObject, Origin
from mcpgen.planners import Plan, curate, default_hints, hosts, make_plan
from mcpgen.planners.known import Known
from mcpgen.planners.own_module import with_own_module
from mcpgen.planners.profiles import for_profile
from mcpgen.published import registry_name_of, version_of
from mcpgen.renderers import render
from mcpgen.renderers.catalog import revision, tokens_of, tools_text
from mcpgen.reuse import Done, Read, Recall, config_hash, keep
from mcpgen.writers import Change, ChangeKind, Changes, Manifest, reconcile, tool_records
from mcpgen.writers.disk import found
from mcpgen.writers.manifest import ToolRecord

CONFIG = "mcpgen.yaml"

_MANY_TOOLS = 128
_MANY_TOKENS = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """What a server is made from, and the folder of its project.

    `text` is that of the `mcpgen.yaml` that a person wrote, if one did; `manifest` that of the project, if there is one.
    `rewrite` allows the project's `mcpgen.yaml`, which is its owner's, to be replaced by `text` and our choices. `names` are
    those of definitions by pointer, for each description where each is a single file; `recalled` is what the last generation worked out.
    `former` is what the project's `openapi` named, where another description was given; empty where it named nothing.
    """

    document: Document
    bundle: JsonObject
    config: Config
    root: Path
    text: str = ""
    manifest: Manifest | None = None
    rewrite: bool = False
    names: Sequence[Mapping[str, str]] | None = None
    recalled: Recall | None = None
    former: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A server before it is rendered: the document it is made from, what was decided, and tokens to list its tools.

    Tokens are four characters each. `worked` are the tools as they were planned.
    """

    document: Document
    config: Config
    plan: Plan
    tokens: int
    worked: Known


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A whole server in memory; `tokens` is what a client reads to list its tools, four characters each.

    `findings` are those of its description; where there were any of its types, it is not `typed`.
    """

    inputs: Inputs
    plan: Plan
    files: tuple[File, ...]
    tokens: int
    worked: Known
    findings: tuple[Diagnostic, ...]
    typed: bool


def plan_server(inputs: Inputs, diagnostics: Diagnostics) -> Planned:
    """Plan a server; what a first generation decides is decided here. Stale, where what is recalled does not fit after all."""
    known = inputs.recalled.known(inputs.names) if inputs.recalled else Known()
    functions = inputs.manifest.functions if inputs.manifest else {}
    document = with_own_module(inputs.document, inputs.config, functions)
    curated = curate(document, inputs.config, diagnostics)
    decided = _decided(inputs.config, curated.document)
    plan = make_plan(
        curated.document,
        decided,
        diagnostics,
        names=inputs.manifest.names if inputs.manifest else {},
        called=inputs.manifest.called if inputs.manifest else {},
        source=inputs.bundle.get("source", CONFIG),
        choices=curated.choices,
        known=known,
    )
    plan = _published(for_profile(plan, decided.profile), inputs)
    tools = tools_text(plan)
    tokens = tokens_of(tools)
    decided = replace(decided, name=plan.names.name, mode=_mode(inputs, plan, tokens, diagnostics))
    plan = replace(plan, search=decided.mode is Mode.SEARCH, revision=revision(tools))
    return Planned(
        document=curated.document, config=decided, plan=plan, tokens=tokens, worked=known
    )


def _published(plan: Plan, inputs: Inputs) -> Plan:
    """The plan under the version and the name that the owner of a project publishes it by."""
    if inputs.manifest is None:
        return plan
    version, name = version_of(inputs.root), registry_name_of(inputs.root)
    return replace(plan, version=version or plan.version, registry_name=name or plan.registry_name)


def make(inputs: Inputs, diagnostics: Diagnostics) -> Made:
    """Plan and render a server, what a first generation decided written into its `mcpgen.yaml`."""
    planned = plan_server(inputs, diagnostics)
    plan, decided, tokens = planned.plan, planned.config, planned.tokens
    text = (
        with_choices(inputs.text, inputs.config, decided) if inputs.text else config_text(decided)
    )
    findings = tuple(diagnostics)
    files = render(
        plan,
        bundle=inputs.bundle,
        config_text=text,
        diagnostics=diagnostics,
        known=inputs.recalled.rendered(plan) if inputs.recalled else {},
    )
    return Made(
        inputs=inputs,
        plan=plan,
        files=files,
        tokens=tokens,
        worked=planned.worked,
        findings=findings,
        typed=all(each.code != "MG351" for each in diagnostics),
    )


def remember(made: Made) -> None:
    """Keep what was worked out, so that the next generation need work out only what changed."""
    inputs, bundle = made.inputs, made.inputs.bundle
    if inputs.names is None:
        return
    files = {file.id: file for file in made.files}
    documents = [
        document
        for each in bundle.get("descriptions") or [bundle]
        for document in each["documents"].values()
    ]
    done = Done(
        descriptions=[
            Read(document=document, prefix=source.prefix, names=names)
            for document, source, names in zip(
                documents, inputs.config.openapi, inputs.names, strict=True
            )
        ],
        config=config_hash(files["config"].text, bundle),
        worked=made.worked.worked,
        plan=made.plan,
        files=files,
        findings=made.findings,
        typed=made.typed,
        recalled=inputs.recalled,
    )
    keep(done, inputs.root)


def with_new_hosts(
    inputs: Inputs, diagnostics: Diagnostics, *, accept: bool = False, spec: str = ""
) -> Inputs:
    """The inputs, where `accept`, with the hosts of the description that may not receive credentials yet; else these are told.

    A host is added to `mcpgen.yaml`, and none is taken away: that is for the owner to do. `spec` is the description that the
    next run has to be told again.
    """
    known = inputs.config.hosts
    if known is None:
        return inputs
    document = curate(inputs.document, inputs.config, Diagnostics()).document
    new = tuple(host for host in hosts(document) if host not in known)
    if not new:
        return inputs
    if not accept:
        told = f"no credential goes to {', '.join(new)}"
        diagnostics.report("MG432", told, Origin(CONFIG), help=_accepting(inputs.root, spec))
        return inputs
    text = with_hosts(inputs.text, (*known, *new))
    if text is None:
        diagnostics.report("MG433", f"`hosts` lacks {', '.join(new)}", Origin(CONFIG))
        return inputs
    config = replace(inputs.config, hosts=(*known, *new))
    return replace(inputs, config=config, text=text, rewrite=True)


def _accepting(root: Path, spec: str) -> str:
    """What to run where we stand, word for word."""
    again = ("--spec", spec) if spec else ()
    place = () if root == Path() else (str(root),)
    words = shlex.join(("mcpgen", "regenerate", *place, *again, "--accept-security"))
    return f"If the host is right, run `{words}`, or add it to `hosts`."


def compare(
    made: Made, diagnostics: Diagnostics, *, force: bool = False, keep: bool = False
) -> Changes:
    """What would have to be written for the project to be the server that was made.

    Edited generated files stand in the way, unless they are overwritten (`force`) or left as they are (`keep`).
    """
    changes = reconcile(
        made.files,
        made.inputs.root,
        manifest=made.inputs.manifest,
        tools=tool_records(made.plan, _records(made)),
        diagnostics=diagnostics,
        force=force,
        keep=keep,
        welcome=frozenset({CONFIG, *_attached(made.inputs.config)}),
    )
    for change in changes:
        place = Source(shown=str(made.inputs.root / change.path), text="")
        diagnostics.sources.setdefault(change.path, place)
    return _with_config(changes, made.files) if made.inputs.rewrite else changes


def _records(made: Made) -> dict[str, ToolRecord]:
    """What is remembered of the tools of modules that are as they were."""
    recalled, manifest = made.inputs.recalled, made.inputs.manifest
    if recalled is None or manifest is None:
        return {}
    same = [module for module in made.plan.modules if recalled.entry(module)]
    keys = {tool.key for module in same for tool in module.tools}
    return {key: record for key, record in manifest.tools.items() if key in keys}


def _attached(config: Config) -> Iterator[str]:
    """What stands at the top of the project because its content is given: files, or folders of such."""
    return (PurePosixPath(file).parts[0] for _, file in named_files(config))


def _with_config(changes: Changes, files: Sequence[File]) -> Changes:
    """The changes, with the project's `mcpgen.yaml` replaced although it is its owner's."""
    text = next(file.text for file in files if file.path == CONFIG)
    return replace(changes, files=tuple(_rewritten(each, text) for each in changes.files))


def _rewritten(change: Change, text: str) -> Change:
    if change.path != CONFIG or change.kind is not ChangeKind.KEEP:
        return change
    after = found(change.before or b"").encode(text)
    return replace(change, kind=ChangeKind.UPDATE, reason="as you asked", after=after)


def _decided(config: Config, document: Document) -> Config:
    if config.hosts is None:
        config = replace(config, hosts=hosts(document))
    if config.types is None:
        config = replace(config, types=default_hints(document))
    return config


def _mode(inputs: Inputs, plan: Plan, tokens: int, diagnostics: Diagnostics) -> Mode | None:
    """How tools are offered: as the owner says; else by search, if a first generation finds more than can be listed."""
    mode = inputs.config.mode
    if mode is Mode.SEARCH or (len(plan.offered) <= _MANY_TOOLS and tokens <= _MANY_TOKENS):
        return mode
    message = f"{counted(len(plan.offered), 'tool')}, and about {tokens:,} tokens to list"
    if mode is None and inputs.manifest is None:
        diagnostics.report("MG307", f"{message}: three tools find, describe and call them")
        return Mode.SEARCH
    diagnostics.report("MG303", message)
    return mode
