// calls.mjs PACKAGE MODE TRANSPORT TARGET: list and call what the server of everything offers, through a TypeScript client.
// TRANSPORT is stdio (TARGET: the command, as JSON) or http (TARGET: the URL). Prints what came back, as JSON.
const [pkg, mode, transport, target] = process.argv.slice(2);

const old = pkg.endsWith("/sdk");
const { Client, StreamableHTTPClientTransport } = await import(old ? `${pkg}/client/index.js` : pkg);
const { StdioClientTransport } = await import(old ? `${pkg}/client/stdio.js` : `${pkg}/stdio`);
const http = old
  ? (await import(`${pkg}/client/streamableHttp.js`)).StreamableHTTPClientTransport
  : StreamableHTTPClientTransport;

function open() {
  if (transport === "http") return new http(new URL(target));
  const [command, ...args] = JSON.parse(target);
  return new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" });
}

const capabilities = { elicitation: {}, sampling: {}, roots: {} };
const client = new Client(
  { name: "calls", version: "1" },
  old ? { capabilities } : { capabilities, versionNegotiation: { mode } },
);
const person = () => ({ action: "accept", content: { name: "Ann" } });
if (old) {
  const { ElicitRequestSchema } = await import(`${pkg}/types.js`);
  client.setRequestHandler(ElicitRequestSchema, person);
} else {
  client.setRequestHandler("elicitation/create", person);
}
await client.connect(open());

const tools = (await client.listTools()).tools;
const call = (name, args = {}) => client.callTool({ name, arguments: args });
const kinds = (result) => result.content.map((block) => block.type);
const progress = [];
const told = {
  tools: tools.length,
  schema: tools.find((tool) => tool.name === "json_schema_2020_12_tool").inputSchema.$schema,
  blocks: kinds(await call("test_multiple_content_types")),
  audio: kinds(await call("test_audio_content")),
  error: (await call("test_error_handling")).isError,
  greeting: (await call("test_input_required_result_elicitation")).content[0].text,
  resources: (await client.listResources()).resources.length,
  template: JSON.parse(
    (await client.readResource({ uri: "test://template/7/data" })).contents[0].text,
  ).id,
  prompts: (await client.listPrompts()).prompts.length,
  prompt: (
    await client.getPrompt({
      name: "test_prompt_with_arguments",
      arguments: { arg1: "a", arg2: "b" },
    })
  ).messages[0].content.text,
  completed: (
    await client.complete({
      ref: { type: "ref/prompt", name: "test_prompt_with_arguments" },
      argument: { name: "arg1", value: "par" },
    })
  ).completion.values,
};
const listening = { onprogress: (each) => progress.push(each.progress) };
const slow = { name: "test_tool_with_progress", arguments: {} };
await (old ? client.callTool(slow, undefined, listening) : client.callTool(slow, listening));
await client.close();
console.log(JSON.stringify({ ...told, progress }));
