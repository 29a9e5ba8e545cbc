const field = document.getElementById("filter");
const tools = [...document.querySelectorAll("details.tool")];
const groups = [...document.querySelectorAll("section.group")];
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const tool of tools) {
    const text = tool.querySelector("summary").textContent.toLowerCase();
    tool.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of groups) {
    group.hidden = ![...group.querySelectorAll("details.tool")].some((tool) => !tool.hidden);
  }
  document.getElementById("shown").textContent = tools.filter((tool) => !tool.hidden).length;
});
